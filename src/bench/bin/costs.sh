# What src/bench/bin/oltp-cost and src/bench/bin/pgbench-cost share; they read it with `source`.

# Prints a figure of the last step of a result folder.
figure() { # folder, name
  grep -o "\"$2\" *: *[0-9.Ee+-]*" "$1/summary.json" | tail -n 1 | sed 's/.*: *//'
}

# Reads lines of a client's name, its transactions per second and its CPU in us of one. Prints the medians of each client
# and their ratios to those of the first one.
medians() {
  awk '
    function median(values, n,   i, j, t) {
      for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (values[j] < values[i]) {
        t = values[i]; values[i] = values[j]; values[j] = t
      }
      return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    !n[$1] { names[++count] = $1 }
    { n[$1]++; tps[$1, n[$1]] = $2 + 0; cpu[$1, n[$1]] = $3 + 0 }
    END {
      for (k = 1; k <= count; k++) {
        name = names[k]
        for (i = 1; i <= n[name]; i++) { a[i] = tps[name, i]; b[i] = cpu[name, i] }
        q = median(a, n[name]); c = median(b, n[name])
        if (k == 1) { q1 = q; c1 = c }
        printf "%-11s median %10.1f tps (%.2f of %s) %9.3f us of CPU (%.2f)\n", name, q, q / q1, names[1], c, c / c1
      }
    }'
}
