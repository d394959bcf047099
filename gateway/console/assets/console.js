/** What pages do beyond what they do without scripts: follow, search as one types, take a dropped file. */

const parse = (text) => new DOMParser().parseFromString(text, 'text/html');

/** What a keyboard reaches. */
const reachable = 'a[href], button, summary, [tabindex="0"]';

/**
 * What tells a place of the keyboard among those of a region: its id, its address, or what its form
 * does and what it says.
 */
const keyOf = (element) => {
  if (element.id !== '') return `#${element.id}`;
  const href = element.getAttribute('href');
  if (href !== null) return `${href} ${element.textContent}`;
  const form = element.closest('form');
  const fields = form === null ? [] : [...form.querySelectorAll('input[type="hidden"]')].map(({ value }) => value);
  return [element.closest('[id]')?.id, form?.getAttribute('action'), ...fields, element.textContent].join(' ');
};

/** Puts the present form of a region in its place. What somebody types into stays. */
const swap = (id, fresh) => {
  const [old, next] = [document.getElementById(id), fresh.getElementById(id)];
  if (old === null || next === null || old.innerHTML === next.innerHTML) return;
  const focused = document.activeElement;
  if (focused !== null && old.contains(focused) && /^(INPUT|SELECT|TEXTAREA)$/.test(focused.tagName)) return;
  for (const { id: name } of old.querySelectorAll('details[open][id]')) {
    const details = next.querySelector(`#${CSS.escape(name)}`);
    if (details !== null) details.open = true;
  }
  const rows = new Map([...old.querySelectorAll('tr[id]')].map((row) => [row.id, row.textContent]));
  for (const row of next.querySelectorAll('tr[id]'))
    if (rows.has(row.id) && rows.get(row.id) !== row.textContent) row.classList.add('changed');
  // Who stands on a link or a button stays on it, wherever it is now; where it is gone, on nothing.
  const key = focused !== null && old.contains(focused) ? keyOf(focused) : undefined;
  old.replaceWith(document.adoptNode(next));
  if (key === undefined) return;
  [...next.querySelectorAll(reachable)].find((each) => keyOf(each) === key)?.focus({ preventScroll: true });
};

/** Says that the connection is lost, or that it is back. */
const setOffline = (isOffline) => {
  document.getElementById('offline').hidden = !isOffline;
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

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** Streams are opened again now and then; only a longer break is worth a word. */
const wordAfterMs = 3_000;

const follow = (element) => {
  const { events, refresh, done } = element.dataset;
  const load = coalesced(async () => {
    if (refresh !== undefined) swap(refresh, await fetchPage(location.href));
  });
  let waitMs = firstRetryMs;
  let word = 0;
  const open = () => {
    const source = new EventSource(events);
    source.addEventListener('open', () => {
      waitMs = firstRetryMs;
      clearTimeout(word);
      word = 0;
      setOffline(false);
    });
    source.addEventListener('message', ({ data }) => {
      load();
      if (done !== undefined && ['completed', 'failed'].includes(JSON.parse(data).status)) location.replace(done);
    });
    source.addEventListener('error', () => {
      const isClosed = source.readyState === EventSource.CLOSED;
      // Closed by the server for good: there is nothing more to come.
      if (isClosed && done !== undefined) {
        location.replace(done);
        return;
      }
      if (word === 0) word = setTimeout(() => setOffline(true), wordAfterMs);
      // The browser opens a lost connection again by itself, but not one that was refused.
      if (!isClosed) return;
      setTimeout(open, waitMs);
      waitMs = Math.min(longestRetryMs, 2 * waitMs);
    });
  };
  open();
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
  const load = coalesced(async () => {
    try {
      swap(element.id, await fetchPage(location.href));
      setOffline(false);
    } catch {
      setOffline(true);
    }
  });
  setInterval(() => {
    if (!document.hidden) load();
  }, Number(element.dataset.every));
};

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Ages grow while one looks. */
const growOlder = () => {
  const format = new Intl.RelativeTimeFormat(document.documentElement.dataset.locale, {
    style: 'short',
    numeric: 'auto',
  });
  for (const time of document.querySelectorAll('time[datetime]:not([data-tail] time)')) {
    const seconds = (Date.parse(time.dateTime) - Date.now()) / 1_000;
    const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? units.at(-1);
    const text = format.format(Math.trunc(seconds / length), unit);
    if (time.textContent !== text) time.textContent = text;
  }
};
setInterval(growOlder, 15_000);

/** Rows that are worked off one after the other, by keys. */
const queue = (element) => {
  const rows = [...element.querySelectorAll('tbody tr')];
  let at = -1;
  const go = (to) => {
    at = Math.min(rows.length - 1, Math.max(0, to));
    rows[at]?.focus();
    rows[at]?.scrollIntoView({ block: 'nearest' });
  };
  const press = (decision) => rows[at]?.querySelector(`form:has([value="${decision}"]) button`)?.click();
  /** A row that does not name its part asks for it first. */
  const create = () => {
    const details = rows[at]?.querySelector('[data-create] details');
    if (details === null || details === undefined) {
      rows[at]?.querySelector('[data-create] button')?.click();
      return;
    }
    details.open = true;
    [...details.querySelectorAll('input')].find(({ value }) => value === '')?.focus();
  };
  const keys = {
    j: () => go(at + 1),
    k: () => go(at - 1),
    c: () => press('confirm'),
    r: () => press('reject'),
    n: create,
    u: () => document.querySelector('[data-undo] button')?.click(),
  };
  element.addEventListener('focusin', ({ target }) => {
    at = rows.indexOf(target.closest('tr'));
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
      return;
    if (!Object.hasOwn(keys, event.key)) return;
    // What is typed into a field that gets the focus by it is not the key itself.
    event.preventDefault();
    keys[event.key]();
  });
  // Who has decided one goes on with the next.
  if (element.dataset.queue === 'on') go(0);
};

/** Rows that are kept of what passes. */
const maxRows = 200;

/** Characters that no one sees are written by their number. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
  /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

const visible = (text) =>
  text.replace(unseen, (mark) => `\\u${mark.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`);

const cellOf = (label, content, kind = '') => {
  const cell = document.createElement('td');
  if (label !== '') cell.dataset.label = label;
  cell.className = kind;
  cell.append(typeof content === 'string' ? visible(content) : content);
  return cell;
};

/** A message as a row: what it says is text, whatever it holds. */
const messageRow = ({ subject, about, supplier_id: supplier = '', at, data }) => {
  const row = document.createElement('tr');
  const said = document.createElement('details');
  const [summary, whole] = [document.createElement('summary'), document.createElement('pre')];
  const text = data === undefined ? 'too long to show' : JSON.stringify(data);
  // What stands in other columns is not said again.
  const { id: _, supplier_id: __, ...rest } = Object(data);
  const words = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  summary.textContent = visible((data === undefined ? text : words.join(', ')).slice(0, 120));
  summary.className = 'mono';
  whole.className = 'mono';
  said.append(summary, whole);
  // Written out only for whoever looks.
  said.addEventListener('toggle', () => {
    if (said.open) whole.textContent = visible(data === undefined ? text : JSON.stringify(data, null, 2));
  });
  const when = document.createElement('time');
  when.dateTime = at;
  when.title = at;
  when.textContent = new Date(at).toLocaleTimeString(document.documentElement.dataset.locale);
  row.append(
    cellOf('', subject.replace(/\.v1$/, '')),
    cellOf('Of', about, 'mono'),
    cellOf('Supplier', supplier),
    cellOf('What it says', said, 'said'),
    cellOf('When', when, 'figure'),
  );
  return row;
};

/** Why a stream was refused, which it does not tell itself. */
const refusalOf = async (url) => {
  const leaving = new AbortController();
  try {
    const { status, redirected } = await fetch(url, { signal: leaving.signal });
    return redirected ? 401 : status;
  } catch {
    return 503;
  } finally {
    leaving.abort();
  }
};

/** Whether to ask again later, as after a restart or a change of the caller, may help. */
const mayPass = (status) => status < 400 || status === 409 || status === 429 || status >= 500;

/** Hears the events of a stream, and opens it again, less and less often, while that may help. */
const hearing = (url, { hear, say }) => {
  let source;
  let timer = 0;
  let waitMs = firstRetryMs;
  const end = (own, status, why) => {
    own.close();
    if (own !== source) return;
    say(mayPass(status) ? `${why}; it is tried again` : why);
    if (!mayPass(status)) return;
    timer = setTimeout(open, waitMs);
    waitMs = Math.min(longestRetryMs, 2 * waitMs);
  };
  const open = () => {
    const own = new EventSource(url);
    source = own;
    own.addEventListener('message', ({ data }) => {
      waitMs = firstRetryMs;
      hear(JSON.parse(data));
    });
    own.addEventListener('problem', ({ data }) => {
      const { status, detail } = JSON.parse(data);
      end(own, status, detail);
    });
    own.addEventListener('error', async () => {
      // The browser opens a lost connection again by itself, but not one that was refused.
      if (own.readyState !== EventSource.CLOSED) return;
      const status = await refusalOf(url);
      end(own, status, mayPass(status) ? 'it cannot be followed now' : 'it cannot be followed; load the page again');
    });
  };
  return {
    open,
    close: () => {
      clearTimeout(timer);
      source.close();
      source = undefined;
    },
  };
};

/** Shows what passes; while it is paused nothing is asked for. */
const tail = (element) => {
  const [body, state, button, none] = ['tbody', '[data-tail-state]', '[data-tail-pause]', '[data-tail-empty]'].map(
    (each) => element.querySelector(each),
  );
  const format = new Intl.NumberFormat(document.documentElement.dataset.locale);
  let shown = 0;
  let leftOut = 0;
  const say = (text) => {
    state.textContent = text;
  };
  const show = ({ messages, left_out: more }) => {
    shown += messages.length;
    leftOut += more;
    none.hidden = shown > 0;
    say(
      `${format.format(shown)} shown${leftOut === 0 ? '' : `, ${format.format(leftOut)} left out: too many at once`}`,
    );
    body.prepend(...messages.map(messageRow).reverse());
    while (body.childElementCount > maxRows) body.lastElementChild.remove();
  };
  const stream = hearing(element.dataset.tail, { hear: show, say });
  button.addEventListener('click', () => {
    const isPaused = button.getAttribute('aria-pressed') === 'true';
    button.setAttribute('aria-pressed', String(!isPaused));
    button.textContent = isPaused ? 'Pause' : 'Go on';
    if (isPaused) stream.open();
    else {
      stream.close();
      say(`paused, ${format.format(shown)} shown`);
    }
  });
  stream.open();
};

/** Sends a form once, however often its button is clicked, until one comes back to it. */
const sendOnce = (form) => {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isSent = false;
  });
};

for (const form of document.querySelectorAll('form[data-once]')) sendOnce(form);
for (const element of document.querySelectorAll('[data-tail]')) tail(element);
for (const element of document.querySelectorAll('[data-queue]')) queue(element);
for (const element of document.querySelectorAll('[data-events]')) follow(element);
for (const form of document.querySelectorAll('form[data-live]'))
  if (form.querySelector('[type="search"]')) searchAsTyped(form);
for (const form of document.querySelectorAll('form[data-drop]')) takeDrops(form);
for (const element of document.querySelectorAll('[data-every]')) refreshEvery(element);
