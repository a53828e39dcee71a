// Numbers and times as people read them.

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function exactNumber(value) {
  const size = Math.abs(value);
  if (size >= 1000) {
    return whole.format(value);
  }
  return size === 0 || size >= 1e-4 ? String(Number(value.toPrecision(4))) : value.toExponential(2).replace(/\.?0+e/, "e");
}

function shortNumber(value) {
  for (const [size, letter] of [[1e12, "T"], [1e9, "B"], [1e6, "M"], [1e3, "k"]]) {
    if (Math.abs(value) >= size) {
      return Number((value / size).toPrecision(4)) + letter;
    }
  }
  return exactNumber(value);
}

function duration(seconds) {
  if (seconds < 0) {
    return "−" + duration(-seconds);
  }
  if (seconds < 60) {
    return Number(seconds.toFixed(seconds < 10 ? 2 : 1)) + " s";
  }
  let rest = Math.round(seconds);
  const parts = [];
  for (const [size, name] of [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]]) {
    if (rest >= size) {
      parts.push(Math.floor(rest / size) + " " + name);
      rest %= size;
    }
  }
  return parts.join(" ");
}

function wallClock(seconds) {
  const time = new Date(data.startedMillis + seconds * 1000);
  return isNaN(time) ? "" : time.toISOString().replace("T", " ").slice(0, 19) + " UTC";
}
