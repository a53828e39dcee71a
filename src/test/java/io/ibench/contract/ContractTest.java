package io.ibench.contract;

import io.ibench.db.DatabaseException;
import io.ibench.db.EachProduct;
import io.ibench.db.Product;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Every rule on every product: one database for all rules of a product, one after the other. */
@ParameterizedClass(name = "{0}")
@EachProduct
class ContractTest {

  @Parameter Product product;

  @TempDir Path folder;

  @TestFactory
  @Execution(ExecutionMode.SAME_THREAD)
  Stream<DynamicTest> keeps() throws DatabaseException {
    return RuleTests.of(product, folder, rule -> !rule.isAlone());
  }
}
