/** What pages do beyond what they do without scripts: follow, search as one types, take a dropped file. */

const parse = (text) => new DOMParser().parseFromString(text, 'text/html');

/** Puts the present form of a region in its place. What somebody types into stays. */
const swap = (id, fresh) => {
  const [old, next] = [document.getElementById(id), fresh.getElementById(id)];
  if (old === null || next === null || old.innerHTML === next.innerHTML) return;
  const focused = document.activeElement;
  if (focused !== null && old.contains(focused) && /^(INPUT|SELECT|TEXTAREA)$/.test(focused.tagName)) return;
  for (const open of old.querySelectorAll('details[open]')) {
    const summary = open.querySelector('summary')?.textContent;
    for (const each of next.querySelectorAll('details'))
      if (each.querySelector('summary')?.textContent === summary) each.open = true;
  }
  const rows = new Map([...old.querySelectorAll('tr[id]')].map((row) => [row.id, row.textContent]));
  for (const row of next.querySelectorAll('tr[id]'))
    if (rows.has(row.id) && rows.get(row.id) !== row.textContent) row.classList.add('changed');
  old.replaceWith(document.adoptNode(next));
};

const fetchPage = async (url, signal) => {
  const answer = await fetch(url, { signal, headers: { accept: 'text/html' } });
  if (answer.redirected && new URL(answer.url).pathname === '/console/sign-in') location.assign(answer.url);
  return parse(await answer.text());
};

/** Runs at most once at a time, and once more if it was asked for meanwhile. */
const coalesced = (work) => {
  let running = false;
  let again = false;
  return async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await work().catch(() => undefined);
    } while (again);
    running = false;
  };
};

const follow = (element) => {
  const { events, refresh, done } = element.dataset;
  const source = new EventSource(events);
  const load = coalesced(async () => swap(refresh, await fetchPage(location.href)));
  source.addEventListener('message', () => {
    if (refresh !== undefined) load();
  });
  source.addEventListener('error', () => {
    // Closed by the server for good: there is nothing more to come.
    if (source.readyState === EventSource.CLOSED && done !== undefined) location.replace(done);
  });
  if (done !== undefined)
    source.addEventListener('message', ({ data }) => {
      if (['completed', 'failed'].includes(JSON.parse(data).status)) location.replace(done);
    });
};

const searchAsTyped = (form) => {
  const region = form.dataset.live;
  let pending = new AbortController();
  let timer = 0;
  const load = async () => {
    pending.abort();
    pending = new AbortController();
    const url = new URL(form.getAttribute('action') ?? location.pathname, location.href);
    for (const [name, value] of new FormData(form)) if (value !== '') url.searchParams.append(name, value);
    try {
      const page = await fetchPage(url, pending.signal);
      const [old, next] = [document.getElementById(region), page.getElementById(region)];
      if (old !== null && next !== null) old.replaceWith(document.adoptNode(next));
      document.title = page.title;
      history.replaceState(null, '', url);
    } catch (error) {
      if (error.name !== 'AbortError') form.submit();
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(load, 150);
  });
};

const takeDrops = (form) => {
  const input = form.querySelector('input[type="file"]');
  const name = form.querySelector('[data-file-name]');
  const show = () => {
    name.textContent = input.files[0]?.name ?? '';
  };
  input.addEventListener('change', show);
  for (const type of ['dragenter', 'dragover'])
    form.addEventListener(type, (event) => {
      event.preventDefault();
      form.classList.add('over');
    });
  form.addEventListener('dragleave', () => form.classList.remove('over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('over');
    input.files = event.dataTransfer.files;
    show();
    if (input.files.length > 0) form.requestSubmit();
  });
};

const refreshEvery = (element) => {
  const load = coalesced(async () => swap(element.id, await fetchPage(location.href)));
  setInterval(() => {
    if (!document.hidden) load();
  }, Number(element.dataset.every));
};

for (const element of document.querySelectorAll('[data-events]')) follow(element);
for (const form of document.querySelectorAll('form[data-live]'))
  if (form.querySelector('[type="search"]')) searchAsTyped(form);
for (const form of document.querySelectorAll('form[data-drop]')) takeDrops(form);
for (const element of document.querySelectorAll('[data-every]')) refreshEvery(element);
