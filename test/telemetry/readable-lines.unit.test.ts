import { describe, expect, it } from 'vitest';
import { createLogger } from '../../telemetry/logger.ts';
import { readableLine, readableLines } from '../../telemetry/readable-lines.ts';

const ts = '2026-03-01T12:00:05.250Z';

describe('a line of the log as text', () => {
  it.each([
    [
      'tells the time, what has happened and its own fields, and no identifiers',
      { level: 'info', msg: 'the service is ready', service: 'o', trace_id: 'abc', http_port: 8080 },
      '12:00:05 the service is ready  http_port=8080',
    ],
    [
      'tells the level where it is no information',
      { level: 'warn', msg: 'a store does not answer', store: 'rate budgets' },
      '12:00:05 WARN a store does not answer  store="rate budgets"',
    ],
    [
      'tells an error by its message, without its stack',
      { level: 'error', msg: 'm', err: { type: 'Error', message: 'no answer', stack: 'Error: no answer\n at x' } },
      '12:00:05 ERROR m  err="no answer"',
    ],
    ['leaves out what is not known', { level: 'info', msg: 'm', max_items: null, reason: '' }, '12:00:05 m'],
    [
      'lets nothing in that steers a terminal',
      { level: 'info', msg: 'm', text: 'a\u001b[2J\r\nb\u202e' },
      '12:00:05 m  text="a [2J b "',
    ],
  ])('%s', (_, record, text) => {
    expect(readableLine({ ts, ...record }, false)).toBe(text);
  });

  it('is coloured by its level where that is asked for', () => {
    expect(readableLine({ ts, level: 'warn', msg: 'm' }, true)).toBe('\u001b[33m12:00:05 WARN m\u001b[0m');
    expect(readableLine({ ts, level: 'info', msg: 'm' }, true)).toBe('12:00:05 m');
  });
});

describe('the lines of a logger', () => {
  const onOutput = (isTTY: boolean) => {
    let written = '';
    const write = (text: string): void => {
      written += text;
    };
    const output = { isTTY, columns: 100, write };
    const stream = readableLines(output, { isColoured: false });
    const tell = (record: object): void => stream.write(JSON.stringify({ ts, level: 'info', ...record }));
    return { stream, tell, written: () => written };
  };
  const tick = { job_id: 'run_1', supplier: 'borealis', phase: 'catalogue' };
  const progress = { ...tick, event: 'ingestion.bulk.progress', msg: 'p', page: 5, page_count: 20, rows_seen: 2500 };

  it('are written as they come', () => {
    const { stream, written } = onOutput(false);
    createLogger({ service: 'o', level: 'info', stream }).info('service.started', { http_port: 1 });
    expect(written()).toMatch(/^\d\d:\d\d:\d\d the service is ready {2}http_port=1\n$/);
  });

  it('are passed on where they are no JSON', () => {
    const { stream, written } = onOutput(false);
    stream.write('plain\n');
    expect(written()).toBe('plain\n');
  });

  it('show on a terminal how far a tick has come in a last line that other lines are written over', () => {
    const { tell, written } = onOutput(true);
    tell({ ...tick, event: 'ingestion.bulk.phase', msg: 'x' });
    tell({ ...progress, ts: '2026-03-01T12:00:07.250Z' });
    const bar = 'borealis catalogue ███░░░░░░░░░ 25 %, 2500 rows, 1250/s, 6 s left';
    expect(written()).toBe(bar);
    tell({ event: 'service.started', msg: 'ready' });
    expect(written()).toBe(`${bar}\r\u001b[2K12:00:05 ready\n${bar}`);
    tell({ ...tick, event: 'ingestion.tick.end', msg: 'done' });
    expect(written().endsWith('\r\u001b[2K12:00:05 done  supplier=borealis  phase=catalogue\n')).toBe(true);
  });

  it('leave nothing behind when the service stops', () => {
    const { tell, written } = onOutput(true);
    tell(progress);
    tell({ event: 'service.stopping', msg: 'stopping' });
    expect(written().endsWith('\r\u001b[2K12:00:05 stopping\n')).toBe(true);
  });

  it('tell the rows alone where the pages are not known', () => {
    const { tell, written } = onOutput(true);
    tell({ ...progress, page_count: null });
    expect(written()).toBe('borealis catalogue: 2500 rows');
  });

  it('tell how far a tick has come in lines of their own where there is no terminal', () => {
    const { tell, written } = onOutput(false);
    tell(progress);
    expect(written()).toBe('12:00:05 p  supplier=borealis  phase=catalogue  page=5  page_count=20  rows_seen=2500\n');
  });
});
