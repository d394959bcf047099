import { z } from '@hono/zod-openapi';
import { supplierParams } from '../request/fields.ts';
import { adminOperationsOf } from '../request/operation.ts';
import { connectorJson, ingestionJson } from './mapping.ts';
import { connectorSchema, ingestionSchema } from './schema.ts';
import type { ConnectorCases } from './view.ts';

const { operation } = adminOperationsOf<ConnectorCases>('Connectors');

/** What operators ask of connectors. */
export const connectorOperations = [
  operation(({ listConnectors }) => listConnectors, {
    name: 'ListConnectors',
    scope: 'admin:read',
    at: 'GET /v1/admin/connectors',
    summary: 'Every supplier with its orders in force and how its credentials stand',
    answer: z.object({ connectors: z.array(connectorSchema) }).openapi('Connectors'),
    answered: 'The suppliers.',
    decode: () => ({}),
    encode: (connectors) => ({ connectors: connectors.map(connectorJson) }),
  }),

  operation(({ getConnector }) => getConnector, {
    name: 'GetConnector',
    scope: 'admin:read',
    at: 'GET /v1/admin/connectors/{supplier}',
    summary: 'One supplier with its orders in force and how its credentials stand',
    params: supplierParams,
    answer: connectorSchema,
    answered: 'The supplier.',
    decode: ({ params }) => ({ supplierId: params.supplier }),
    encode: connectorJson,
  }),

  operation(({ getIngestion }) => getIngestion, {
    name: 'GetIngestion',
    scope: 'admin:read',
    at: 'GET /v1/admin/ingestion',
    summary: "How far each supplier's offers are filled, and at which tick it is",
    answer: ingestionSchema,
    answered: 'The progress; all of it is stored, so that it survives a restart.',
    decode: () => ({}),
    encode: (suppliers) => ({ suppliers: suppliers.map(ingestionJson) }),
  }),
];
