import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', '..', 'ops', 'grafana', 'dashboards');

/** A panel of a dashboard. */
export interface Panel {
  /** Dashboard and title, to tell it by. */
  readonly name: string;
  /** The PromQL of each of its lines. */
  readonly expressions: readonly string[];
}

interface Dashboard {
  readonly panels: readonly PanelOnScreen[];
}

/** A panel as it stands in the file. */
export interface PanelOnScreen {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

/** The panels of one dashboard. */
export const panelsOf = (dashboard: string): readonly PanelOnScreen[] =>
  (JSON.parse(readFileSync(join(folder, `${dashboard}.json`), 'utf8')) as Dashboard).panels;

/** Every panel of every dashboard. */
export const allPanels = (): readonly Panel[] =>
  readdirSync(folder).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard;
    return panels.map(({ title, targets }) => ({
      name: `${file.replace('.json', '')}: ${title}`,
      expressions: targets.map(({ expr }) => expr),
    }));
  });
