import { createEmbeddedBus } from '../../../../streams/bus/postgres/embedded-bus.ts';
import { busContract } from '../../../contract/bus.contract.ts';
import { testDatabase } from '../../../support/postgres.ts';
import { recordingLogger } from '../../../support/recording-logger.ts';

busContract('PostgreSQL', async () => {
  const database = await testDatabase({ maxConnections: 12 });
  return {
    open: async () => createEmbeddedBus({ pool: database.pool, log: recordingLogger() }),
    reset: async () => {
      await database.pool.sql`truncate bus_message, bus_consumer, bus_unsettled`;
    },
    close: () => database.close(),
  };
});
