package io.ibench.learn.model;

import io.ibench.learn.sql.Form;
import java.util.ArrayList;
import java.util.List;

/** All values of a type of transactions. Immutable. */
public final class Parameters {

  private final List<Parameter> all = new ArrayList<>();
  private final int[] first;

  Parameters(TransactionType type, List<Form> forms) {
    first = new int[type.places() + 1];
    for (int place = 0; place < type.places(); place++) {
      first[place] = all.size();
      int slots = forms.get(type.form(place)).slots().size();
      for (int slot = 0; slot < slots; slot++) {
        all.add(new Parameter(all.size(), place, slot));
      }
    }
    first[type.places()] = all.size();
  }

  public int count() {
    return all.size();
  }

  public Parameter get(int index) {
    return all.get(index);
  }

  public Parameter at(int place, int slot) {
    return all.get(first[place] + slot);
  }

  int index(int place, int slot) {
    return first[place] + slot;
  }
}
