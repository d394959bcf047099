import { html } from 'hono/html';
import { ownProperty } from '../../../../domain/own-property.ts';
import type { Connector, Credential, Tick } from '../../api.ts';
import { outcomeStrip } from '../../charts.ts';
import { badge, type Tone, table } from '../../components.ts';
import { type Formats, type Html, instantOf } from '../../format.ts';

/** How the credentials of a supplier stand, and what they are doing. */

const stateTones: Readonly<Record<string, Tone>> = {
  active: 'good',
  paused: 'warn',
  throttled: 'warn',
  failing: 'bad',
  detached: 'bad',
  disabled: 'plain',
};

/** The state of a credential in its colour. */
export const stateBadge = (state: string): Html => badge(state, ownProperty(stateTones, state) ?? 'warn');

/** Rows of a tick in a second; undefined before anything was read. */
const rateOf = ({ rows, started_at, finished_at }: Tick, now: Date): number | undefined => {
  const seconds = ((instantOf(finished_at) ?? now).getTime() - Date.parse(started_at)) / 1_000;
  return rows === undefined || rows.read === 0 || seconds <= 0 ? undefined : rows.read / seconds;
};

const wordsOf: Readonly<Record<string, string>> = { running: 'runs', success: 'done', failure: 'failed' };

/** A tick: what it is doing and how fast, or how it ended. */
export const tickCell = (formats: Formats, tick: Tick | undefined, now: Date): Html => {
  if (tick === undefined) return html`<span class="faint">none yet</span>`;
  const { kind, state, phase, page, rows, reason, started_at, run_id } = tick;
  const part = phase === kind || phase === undefined ? '' : `${phase}, `;
  const place = phase === undefined ? '' : html` <span class="faint">${part}page ${formats.number(page ?? 0)}</span>`;
  const perSecond = rateOf(tick, now);
  const figures = [
    rows?.read === 1 ? '1 row' : `${formats.number(rows?.read ?? 0)} rows`,
    (rows?.left_out ?? 0) > 0 ? `${formats.number(rows?.left_out ?? 0)} left out` : '',
    perSecond === undefined ? '' : `${formats.number(Math.round(perSecond))} a second`,
  ].filter((text) => text !== '');
  return html`<span title="${run_id}">${kind} ${ownProperty(wordsOf, state) ?? state}</span>${place}
<div class="faint">${figures.join(', ')}, begun ${formats.age(instantOf(started_at))}</div>${reason === undefined ? '' : html`<div class="bad">${reason}</div>`}`;
};

/** Why it does not work, since when, and what comes next; with its session. */
const stateCell = (formats: Formats, credential: Credential): Html => {
  const { state, reason, since, until, next_probe_at: probe, has_session: hasSession } = credential;
  return html`${stateBadge(state)}
${reason === undefined ? '' : html`<div>${reason}</div>`}
${since === undefined ? '' : html`<div class="faint">since ${formats.age(instantOf(since))}</div>`}
${until === undefined ? '' : html`<div class="faint">ends ${formats.age(instantOf(until))}</div>`}
${probe === undefined ? '' : html`<div class="faint">breaker open, tried ${formats.age(instantOf(probe))}</div>`}
${hasSession ? html`<div class="faint">signed in</div>` : ''}`;
};

const strip = (formats: Formats, { recent_ticks: ticks }: Credential): Html => {
  if (ticks.length === 0) return html`<span class="faint">none yet</span>`;
  const failed = ticks.filter(({ state }) => state === 'failure');
  const [last] = failed;
  return html`${outcomeStrip(
    `${ticks.length - failed.length} of the last ${ticks.length} ticks without failure`,
    ticks.toReversed().map(({ kind, state, reason }) => ({
      tone: state === 'failure' ? 'bad' : state === 'success' ? 'good' : 'runs',
      text: `${kind}: ${state}${reason === undefined ? '' : `, ${reason}`}`,
    })),
  )}<div class="faint">${failed.length === 0 ? 'none failed' : html`${formats.number(failed.length)} failed, the last ${formats.age(instantOf(last?.started_at))}`}</div>`;
};

/** Whether an instant is still to come: a forecast that has passed says nothing any more. */
export const isAhead = (instant: string | undefined, now: Date): boolean =>
  instant !== undefined && Date.parse(instant) > now.getTime();

const lookups = (formats: Formats, credential: Credential, now: Date): Html => {
  const { due_lookups: due = 0, lookups_end_at: end, failing_lookups: failing = [] } = credential;
  return html`${formats.number(due)}${due > 0 && isAhead(end, now) ? html`<div class="faint">all asked ${formats.age(instantOf(end))}</div>` : ''}
${failing.map(({ by }) => html`<div class="bad">not by ${by}</div>`)}`;
};

/** When it ticks next; what is due already waits only for its turn. */
const nextCell = (formats: Formats, { tick, next_tick_at: next }: Credential, now: Date): Html => {
  if (tick?.state === 'running') return html`<span class="faint">runs</span>`;
  const at = instantOf(next);
  return at !== undefined && at <= now ? html`due` : formats.age(at);
};

const row = (formats: Formats, credential: Credential, now: Date): Html => html`<tr>
<td>${credential.label}<div class="faint mono">${credential.id}</div><div class="faint">of ${credential.owner_id === undefined ? 'the service' : `${credential.scope} ${credential.owner_id}`}</div></td>
<td>${stateCell(formats, credential)}</td>
<td>${tickCell(formats, credential.tick, now)}</td>
<td>${strip(formats, credential)}</td>
<td class="figure">${lookups(formats, credential, now)}</td>
<td class="figure">${nextCell(formats, credential, now)}</td></tr>`;

const columns = [
  { name: 'Credential' },
  { name: 'State' },
  { name: 'Tick' },
  { name: 'Last ticks' },
  { name: 'Look-ups due', isFigure: true },
  { name: 'Next', isFigure: true },
];

/** The credentials of a supplier. */
export const credentialTable = (formats: Formats, { name, credentials }: Connector, now: Date): Html =>
  html`<div class="credentials">${table(
    `Credentials of ${name}`,
    columns,
    credentials.map((credential) => row(formats, credential, now)),
  )}</div>`;
