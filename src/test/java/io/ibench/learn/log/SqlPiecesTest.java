package io.ibench.learn.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlPiecesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "select 1; select 2|select 1",
        "select 1|select 1",
        "select ';'; x|select ';'",
        "select 'it''s;'; x|select 'it''s;'",
        "select 'a\\'; x|select 'a\\'",
        "select e'a\\';'; x|select e'a\\';'",
        "select name'a\\'; x|select name'a\\'",
        "select \";\"; x|select \";\"",
        "select $$;$$; x|select $$;$$",
        "select $a$;$b$;$a$; x|select $a$;$b$;$a$",
        "select $1; x|select $1",
        "select a$b$; x$b$|select a$b$",
        "select 1 -- ;|select 1 -- ;",
        "select /* ; /* ; */ ; */ 1; x|select /* ; /* ; */ ; */ 1",
        "select ';|select ';",
        "select $$;|select $$;",
        "select e'\\|select e'\\"
      })
  void aStatementEndsAtASemicolonOutsideOfTextsAndComments(String text, String first) {
    byte[] bytes = ReadLog.bytes(text);
    assertThat(text.substring(0, SqlPieces.end(bytes, 0, bytes.length))).isEqualTo(first);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "select $1|true",
        "select '$1'|false",
        "select $$ $1 $$|false",
        "prepare p as select $1|false",
        "select 1|false",
        "select a$1|false",
        "select $|false"
      })
  void aDollarWithANumberIsAParameterOutsideOfTexts(String text, boolean expected) {
    byte[] bytes = ReadLog.bytes(text);
    assertThat(SqlPieces.hasParameter(bytes, 0, bytes.length)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "select ?|true",
        "select '?'|false",
        "select 'a\\'?'|false",
        "select 'a''?'|false",
        "select `?` -- ?|false",
        "select 1--?|true",
        "select /* ? */ 1 # ?|false"
      })
  void aQuestionMarkIsAParameterOutsideOfTexts(String text, boolean expected) {
    byte[] bytes = ReadLog.bytes(text);
    assertThat(MysqlText.hasPlaceholder(bytes, 0, bytes.length)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "execute p(1, 'x')|prepare p(int, text) as select $1, $2|select $1, $2|$1 = '1', $2 = 'x'",
        "EXECUTE p;|PREPARE p AS select 1|select 1|",
        "execute \"P\"(-1.5, NULL, true)|prepare \"P\" as select $1|select $1|$1 = '-1.5', $2 = NULL, $3 = 't'",
        "execute p('it''s')|prepare p(numeric(3,2)) as select $1|select $1|$1 = 'it''s'"
      })
  void anExecuteWithLiteralsIsExpanded(String text, String prepare, String sql, String values) {
    ExecuteText execute = new ExecuteText();
    byte[] bytes = ReadLog.bytes(text + prepare);
    assertThat(execute.expand(bytes, 0, text.length(), text.length(), bytes.length)).isTrue();
    assertThat((text + prepare).substring(execute.textFrom())).isEqualTo(sql);
    assertThat(
            new String(
                execute.values(), 0, execute.valuesTo(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo(values == null ? "" : values);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "execute p(1 + 1)|prepare p as select $1",
        "execute p(now())|prepare p as select $1",
        "execute p(nullif)|prepare p as select $1",
        "execute p(1|prepare p as select $1",
        "execute p(1,)|prepare p as select $1",
        "execute p(1) x|prepare p as select $1",
        "execute p(1)|prepare p",
        "execute p('x|prepare p as select $1"
      })
  void anExecuteWithAnythingElseIsNot(String text, String prepare) {
    byte[] bytes = ReadLog.bytes(text + prepare);
    assertThat(new ExecuteText().expand(bytes, 0, text.length(), text.length(), bytes.length))
        .isFalse();
  }
}
