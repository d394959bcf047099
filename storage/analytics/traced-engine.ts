import { withSpan } from '../../telemetry/tracing.ts';
import type { AnalyticsEngine } from './engine.ts';

const clickhouse = (query: string) =>
  ({
    name: 'clickhouse',
    kind: 'client',
    attributes: () => ({ 'db.system.name': 'clickhouse', 'db.query.text': query }),
  }) as const;

/**
 * The engine with a span for every statement. Values are parameters or lines of an insert, so none
 * of them is in a statement's text.
 */
export const tracedEngine = (engine: AnalyticsEngine): AnalyticsEngine => ({
  run: (statement) => withSpan(clickhouse(statement), () => engine.run(statement)),
  insert: (table, lines) => withSpan(clickhouse(`insert into ${table}`), () => engine.insert(table, lines)),
  read: (statement, parameters, options) =>
    withSpan(clickhouse(statement), () => engine.read(statement, parameters, options)),
  close: () => engine.close(),
});
