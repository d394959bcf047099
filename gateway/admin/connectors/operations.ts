import { createRoute, z } from '@hono/zod-openapi';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { adminOperation, supplierOf } from '../request/operation.ts';
import { supplierParams } from '../request/text.ts';
import type { ConnectorView, EmptyRequest, IngestionView, OfSupplier } from '../use-cases.ts';
import { connectorJson, ingestionJson } from './mapping.ts';
import { connectorSchema, ingestionSchema } from './schema.ts';

/** `GET /v1/admin/connectors`. */
export const listConnectorsOperation: HttpOperation<EmptyRequest, readonly ConnectorView[]> = {
  ...adminOperation('ListConnectors'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/connectors',
    operationId: 'listConnectors',
    summary: 'Every supplier with its orders in force and how its credentials stand',
    tags: ['Admin'],
    responses: responses('The suppliers.', z.object({ connectors: z.array(connectorSchema) }).openapi('Connectors')),
  }),
  decode: () => ({}),
  encode: (connectors) => ({ connectors: connectors.map(connectorJson) }),
};

/** `GET /v1/admin/connectors/{supplier}`. */
export const getConnectorOperation: HttpOperation<OfSupplier, ConnectorView> = {
  ...adminOperation('GetConnector'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/connectors/{supplier}',
    operationId: 'getConnector',
    summary: 'One supplier with its orders in force and how its credentials stand',
    tags: ['Admin'],
    request: { params: supplierParams },
    responses: responses('The supplier.', connectorSchema, { findsById: true }),
  }),
  decode: supplierOf,
  encode: connectorJson,
};

/** `GET /v1/admin/ingestion`. */
export const getIngestionOperation: HttpOperation<EmptyRequest, readonly IngestionView[]> = {
  ...adminOperation('GetIngestion'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/ingestion',
    operationId: 'getIngestion',
    summary: "How far each supplier's offers are filled, and at which tick it is",
    tags: ['Admin'],
    responses: responses('The progress; all of it is stored, so that it survives a restart.', ingestionSchema),
  }),
  decode: () => ({}),
  encode: (suppliers) => ({ suppliers: suppliers.map(ingestionJson) }),
};
