package io.ibench.learn.model;

import io.ibench.learn.sql.Form;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Names of types of transactions. */
final class TypeNames {

  private TypeNames() {}

  /**
   * A name that no other type has.
   *
   * @param given how often each name was given
   */
  static String unique(TransactionType type, List<Form> forms, Map<String, Integer> given) {
    String name = name(type, forms);
    int number = given.merge(name, 1, Integer::sum);
    return number == 1 ? name : name + "_" + number;
  }

  /** After its first statement that inserts, updates or deletes, or else its first one. */
  private static String name(TransactionType type, List<Form> forms) {
    for (Form.Verb verb : List.of(Form.Verb.INSERT, Form.Verb.UPDATE, Form.Verb.DELETE)) {
      for (int place = 0; place < type.places(); place++) {
        Form form = forms.get(type.form(place));
        if (form.verb() == verb) {
          return name(form);
        }
      }
    }
    return name(forms.get(type.form(0)));
  }

  private static String name(Form form) {
    String verb = form.verb().name().toLowerCase(Locale.ROOT);
    String table = form.tables().isEmpty() ? "" : form.tables().get(0).table();
    String plain =
        table.toLowerCase(Locale.ROOT).replaceAll("\\d+$", "").replaceAll("[^a-z0-9_]", "_");
    return plain.isEmpty() ? verb : verb + "_" + plain;
  }
}
