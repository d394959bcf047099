import { status } from '@grpc/grpc-js';
import type { Attributes } from '../../telemetry/tracing.ts';

/** What the span of a call says by OpenTelemetry's conventions for remote procedure calls. */
export const rpcAttributes = (name: string): Attributes => {
  const [service = '', method = ''] = name.split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
};

const names = Object.keys(status).filter((name) => !/^\d/.test(name)) as readonly (keyof typeof status)[];

/** The same of its answer, by the name of the status; made once, because every call takes one. */
export const statusAttributes: Readonly<Record<string, Attributes>> = Object.fromEntries(
  names.map((name) => [name, { 'rpc.grpc.status_code': status[name] }]),
);
