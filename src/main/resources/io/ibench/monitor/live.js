// Shows the status line every 10 s, and a newer page every 30 s, but not while somebody works with
// the page. When the run is over, the last page stays.
'use strict';
(() => {
  const STATUS_MILLIS = 10000;
  const PAGE_MILLIS = 30000;
  const line = document.getElementById('status');
  const age = document.getElementById('age');
  let shown = document.getElementById('page');
  let pageAt = 0;
  let touchedAt = -PAGE_MILLIS;
  let over = false;
  let loading = false;

  const showAge = () => {
    if (pageAt > 0) {
      const seconds = Math.max(0, Math.round((Date.now() - pageAt) / 1000));
      age.textContent = 'page of ' + new Date(pageAt).toLocaleTimeString() +
        (over ? '' : ', ' + seconds + ' s old');
    }
  };

  // The next page takes the place of the old one when it is there, and begins where the reader was.
  // The browser's own page about a failure cannot be read, and takes no place.
  const replace = (next, madeAt) => {
    if (!next.contentDocument || !next.contentDocument.body.childElementCount) {
      next.remove();
      return;
    }
    const page = next.contentWindow;
    page.scrollTo(0, pageAt > 0 ? shown.contentWindow.scrollY : 0);
    for (const kind of ['pointerdown', 'wheel', 'keydown', 'touchstart']) {
      page.addEventListener(kind, () => { touchedAt = performance.now(); }, { passive: true });
    }
    shown.remove();
    shown = next;
    shown.id = 'page';
    shown.className = '';
    document.title = page.document.title || 'ibench';
    pageAt = madeAt;
    showAge();
  };

  const loadPage = async () => {
    if (pageAt === 0) {
      age.textContent = 'the page is being made ...';
    }
    const head = await fetch('page', { method: 'HEAD' });
    if (!head.ok) {
      age.textContent = (await (await fetch('page')).text()).trim();
      return;
    }
    const madeAt = Date.now() - 1000 * Number(head.headers.get('Age'));
    const next = document.createElement('iframe');
    next.className = 'next';
    next.title = shown.title;
    next.src = 'page';
    await new Promise(done => {
      next.addEventListener('load', () => { replace(next, madeAt); done(); }, { once: true });
      shown.parentElement.append(next);
    });
  };

  const tick = async () => {
    try {
      const answer = await fetch('status');
      line.textContent = answer.ok ? (await answer.json()).line : (await answer.text()).trim();
      over = false;
      const idle = performance.now() - touchedAt >= PAGE_MILLIS;
      if (answer.ok && !loading && Date.now() - pageAt >= PAGE_MILLIS && idle) {
        loading = true;
        loadPage().catch(() => {}).finally(() => { loading = false; });
      }
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
