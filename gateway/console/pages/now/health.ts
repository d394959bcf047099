import { html } from 'hono/html';
import type { Alert, Objective, Overview } from '../../api.ts';
import { badge, bar, notice, section, table } from '../../components.ts';
import { type Formats, type Html, instantOf } from '../../format.ts';

/** Whether all is well: what fires, and what is left of what may go wrong. */

/** What an alert is about, as one reads it in a row: `OutboxLagHigh` is `Outbox lag high`. */
export const alertWords = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The anchor of an alert's runbook. */
export const anchorOf = ({ runbook }: Pick<Alert, 'runbook'>): string => runbook.split('#')[1] ?? '';

/** A figure of an alert; those in seconds are spans. */
export const alertFigure = (formats: Formats, { name }: Pick<Alert, 'name'>, value: number): string =>
  /Lag|Blocked/.test(name) && name !== 'ConsumerLagHigh' ? formats.span(value) : formats.number(value);

const alertRow = (formats: Formats, alert: Alert): Html => html`<tr>
<td>${badge(alert.severity, alert.severity === 'page' ? 'bad' : 'warn')} <strong>${alertWords(alert.name)}</strong></td>
<td class="mono">${alert.subject || 'the service'}</td>
<td class="figure">${alertFigure(formats, alert, alert.value)}</td>
<td class="figure">${alertFigure(formats, alert, alert.threshold)}</td>
<td><a href="/console/runbooks/${anchorOf(alert)}">What to do</a></td></tr>`;

const alertColumns = [
  { name: 'Alert' },
  { name: 'Of' },
  { name: 'It is', isFigure: true },
  { name: 'Fires at', isFigure: true },
  { name: '' },
];

/** What fires, and where it says what to do. */
export const alertSection = (formats: Formats, { alerts }: Overview): Html =>
  alerts.length === 0
    ? notice('good', 'No alert fires.')
    : section(
        alerts.length === 1 ? 'One alert fires' : `${formats.number(alerts.length)} alerts fire`,
        table(
          'Alerts that fire',
          alertColumns,
          alerts.map((alert) => alertRow(formats, alert)),
        ),
      );

const leftCell = (formats: Formats, { budget_left: left, name }: Objective): Html =>
  left === undefined
    ? html`<td class="wide"></td><td class="figure faint">nothing yet</td>`
    : html`<td class="wide">${bar(left, `${formats.share(Math.max(0, left))} of the budget of ${name} left`, left < 0 ? 'bad' : 'quiet')}</td>
<td class="figure">${left < 0 ? html`<span class="bad">used up</span>` : formats.share(left)}</td>`;

const objectiveRow = (formats: Formats, objective: Objective): Html => {
  const { promise, bad, all, over } = objective;
  return html`<tr><td class="sentence">${promise}</td>${leftCell(formats, objective)}
<td class="figure">${all === 0 ? '–' : formats.percent(1 - bad / all)}</td>
<td class="figure">${formats.number(all)}</td><td class="faint short">${over === 'now' ? 'now' : 'since start'}</td></tr>`;
};

const objectiveColumns = [
  { name: 'Promise' },
  { name: 'Error budget' },
  { name: 'Left', isFigure: true },
  { name: 'Kept', isFigure: true },
  { name: 'Counted', isFigure: true },
  { name: 'Over' },
];

/** How promises are kept. */
export const objectiveSection = (formats: Formats, { objectives, counted_since }: Overview): Html =>
  section(
    'How promises are kept',
    table(
      'Objectives',
      objectiveColumns,
      objectives.map((objective) => objectiveRow(formats, objective)),
    ),
    html`<span class="faint">this process began ${formats.age(instantOf(counted_since))}</span>`,
  );
