package io.ibench.contract;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** All rules. Stateless. */
public final class Contract {

  private static final List<Class<? extends RuleGroup>> GROUPS =
      List.of(
          SchemaRules.class,
          DifferenceRules.class,
          InsertRules.class,
          ValueRules.class,
          TimeAndFloatRules.class,
          TextRules.class,
          SelectRules.class,
          ListRules.class,
          BytesKeyRules.class,
          ScanRules.class,
          UpdateRules.class,
          UpsertRules.class,
          DeleteRules.class,
          TransactionRules.class,
          BeginRules.class,
          NativeRules.class,
          SessionRules.class,
          ConcurrencyRules.class,
          ExplainRules.class,
          QuiesceRules.class,
          DescriptionRules.class);

  private Contract() {}

  /** Every rule, by parts of the contract and by name in each part. */
  public static List<ContractRule> rules() {
    List<ContractRule> rules = new ArrayList<>();
    for (Class<? extends RuleGroup> group : GROUPS) {
      Arrays.stream(group.getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(Rule.class))
          .sorted(Comparator.comparing(Method::getName))
          .forEach(method -> rules.add(new ContractRule(group, method)));
    }
    return rules;
  }

  /**
   * The tables that have a name which rules use. None may exist when the rules begin: whoever made
   * them, the rules would drop them.
   */
  public static List<String> existingTables(Database database) throws DatabaseException {
    List<String> existing = new ArrayList<>();
    for (Table table : Tables.ALL) {
      if (database.exists(table.name())) {
        existing.add(table.name());
      }
    }
    return existing;
  }
}
