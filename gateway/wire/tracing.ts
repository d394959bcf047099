import description from '../../package.json' with { type: 'json' };
import type { TracingOptions } from '../../telemetry/tracing.ts';
import type { Config } from '../config/config.ts';
import { readClientTls } from './client-tls.ts';

const tlsSettings = {
  authorities: 'OTEL_EXPORTER_OTLP_CERTIFICATE',
  certificate: 'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
  key: 'OTEL_EXPORTER_OTLP_CLIENT_KEY',
};

/**
 * The configured tracing with its certificates. Throws `ConfigError` that names the setting of a
 * file that cannot be read.
 */
export const tracingOptions = async (service: string, tracing: Config['tracing']): Promise<TracingOptions> => {
  const { endpoint, sampler } = tracing;
  return {
    service,
    version: description.version,
    endpoint,
    sampler,
    tls: await readClientTls(tracing.tls, tlsSettings),
  };
};
