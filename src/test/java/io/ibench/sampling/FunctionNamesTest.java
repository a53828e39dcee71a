package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionNamesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          finish_task_switch.isra.0                     | finish_task_switch
          add_path.constprop.2.cold                     | add_path
          handler::ha_external_lock                     | handler::ha_external_lock
          row_search(unsigned char*, unsigned long)     | row_search
          std::vector<int, std::allocator<int> >::push  | std::vector::push
          void std::sort<int*>(int*, int*)              | std::sort
          (anonymous namespace)::Cache::get(int)        | (anonymous namespace)::Cache::get
          Pool::operator()(int) const                   | Pool::operator()
          operator<<                                    | operator<<
          Less::operator<(Less const&)                  | Less::operator<
          core::fmt::write::h0123456789abcdef           | core::fmt::write
          <alloc::Vec<T> as Drop>::drop                 | <alloc::Vec<T> as Drop>::drop
          net/http.(*conn).serve                        | net/http.(*conn).serve
          pthread_mutex_lock@@GLIBC_2.2.5               | pthread_mutex_lock
          """)
  void namesOfTwoBuildsAreEqual(String symbol, String name) {
    assertThat(FunctionNames.clean(symbol)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "/usr/sbin/mariadbd, mariadbd",
    "/usr/lib/x86_64-linux-gnu/libc.so.6, libc",
    "/lib/libc-2.36.so, libc",
    "/opt/libfoo.so, libfoo",
    "/usr/sbin/mysqld (deleted), mysqld",
    "sqlite-3.51.0.0-0b2c0f6a-7d4c-4bbd-9d5e-0123456789ab-libsqlitejdbc.so, libsqlitejdbc",
    "librocksdbjni1234567890123.so, librocksdbjni",
    "[vdso], [vdso]"
  })
  void aModuleHasNeitherFolderNorVersion(String file, String module) {
    assertThat(FunctionNames.module(file)).isEqualTo(module);
  }
}
