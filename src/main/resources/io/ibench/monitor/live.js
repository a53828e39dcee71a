// Shows the status line every 10 s, and a newer page every 30 s, but not while somebody works with
// the page. When the run is over, the last page stays.
'use strict';
(() => {
  const STATUS_MILLIS = 10000;
  const PAGE_MILLIS = 30000;
  const frame = document.getElementById('page');
  const line = document.getElementById('status');
  const age = document.getElementById('age');
  let pageAt = 0;
  let touchedAt = -PAGE_MILLIS;
  let over = false;
  let scroll = 0;

  // A new page begins where the reader was.
  frame.addEventListener('load', () => {
    const page = frame.contentWindow;
    page.scrollTo(0, scroll);
    for (const kind of ['pointerdown', 'wheel', 'keydown', 'touchstart']) {
      page.addEventListener(kind, () => { touchedAt = performance.now(); }, { passive: true });
    }
    document.title = page.document.title || 'ibench';
  });

  const showPage = async () => {
    const head = await fetch('page', { method: 'HEAD' });
    if (!head.ok) {
      age.textContent = (await (await fetch('page')).text()).trim();
      return;
    }
    scroll = pageAt > 0 ? frame.contentWindow.scrollY : 0;
    pageAt = Date.now() - 1000 * Number(head.headers.get('Age'));
    touchedAt = -PAGE_MILLIS;
    frame.contentWindow.location.replace('page');
    showAge();
  };

  const showAge = () => {
    if (pageAt > 0) {
      const seconds = Math.max(0, Math.round((Date.now() - pageAt) / 1000));
      age.textContent = 'page of ' + new Date(pageAt).toLocaleTimeString() +
        (over ? '' : ', ' + seconds + ' s old');
    }
  };

  const tick = async () => {
    try {
      const answer = await fetch('status');
      line.textContent = answer.ok ? (await answer.json()).line : (await answer.text()).trim();
      const idle = performance.now() - touchedAt >= PAGE_MILLIS;
      if (answer.ok && Date.now() - pageAt >= PAGE_MILLIS && idle) {
        await showPage();
      }
      over = false;
    } catch (e) {
      if (!over) {
        line.textContent = 'the run does not answer any more: it is over, or out of reach. Last: ' +
          line.textContent;
      }
      over = true;
    }
    setTimeout(tick, STATUS_MILLIS);
  };

  setInterval(showAge, 1000);
  tick();
})();
