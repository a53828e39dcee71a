// The page. For tests, window.ibenchCharts has {id, drawn, chart} of every chart.

let data = { startedMillis: 0, marks: [], charts: [], notes: [] };
let colourNumber = new Map();
window.ibenchCharts = figures;
attempt(definitions);
attempt(wideTables);
attempt(contents);
attempt(themeButton);
attempt(foldSubtitle);
attempt(flameGraphs);
attempt(() => {
  data = JSON.parse(document.getElementById("data").textContent);
  colourNumber = colourNumbers(data.charts);
  document.body.append(point);
  prepareAll();
  stepChoice();
  drawLazily();
  document.addEventListener("pointerdown", (event) => {
    if (!(event.target instanceof Element && event.target.closest(".drawing"))) {
      hidePoint();
    }
  });
  document.addEventListener("scroll", hidePoint, { passive: true });
  window.addEventListener("beforeprint", beforePrint);
  window.addEventListener("afterprint", afterPrint);
});
