package io.ibench.report.figures;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Figures by name, as they stand in summary.json: what cannot be had is null. One thread's. */
public final class FigureValues {

  private final Map<String, Object> values = new LinkedHashMap<>();

  public void put(String key, OptionalDouble value) {
    put(key, value.isPresent() ? (Object) value.getAsDouble() : null);
  }

  public void put(String key, OptionalLong value) {
    put(key, value.isPresent() ? (Object) value.getAsLong() : null);
  }

  /** JSON has no other numbers than finite ones. */
  public void put(String key, Object value) {
    values.put(key, value instanceof Double number && !Double.isFinite(number) ? null : value);
  }

  public Map<String, Object> map() {
    return values;
  }
}
