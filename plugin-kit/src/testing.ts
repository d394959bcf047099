/** What a supplier plug-in is tested with, in Vitest. */

export {
  type DemoServerOptions,
  type DemoSupplier,
  type Metering,
  startDemoServer,
} from '../../ops/demo/server/demo-server.ts';
export type { FaultForms, FaultOrder } from '../../ops/demo/server/faults.ts';
export { tooManyRequests } from '../../ops/demo/server/throttle-answer.ts';
export type { SupplierUnderTest, ThrottleTold } from './asking.ts';
export { supplierClientContract } from './contract.ts';
export { answerFixtures } from './fixtures.ts';
export { servedRows } from './served-rows.ts';
