import type { AdminScope } from '../../../domain/callers/caller.ts';

/** Which right each operation for operators needs. One that has no line here does not compile. */
const scopeOf = {
  // What looks, and changes nothing.
  ListConnectors: 'admin:read',
  GetConnector: 'admin:read',
  GetIngestion: 'admin:read',
  ListCredentials: 'admin:read',
  GetMatch: 'admin:read',
  GetMatching: 'admin:read',
  ListOrphans: 'admin:read',
  ListAliases: 'admin:read',
  ListProfiles: 'admin:read',
  GetProfile: 'admin:read',
  ListVisibilityPolicies: 'admin:read',
  GetVisibilityPolicy: 'admin:read',
  TryVisibilityPolicy: 'admin:read',
  GetCustomer: 'admin:read',
  ListCustomers: 'admin:read',
  ListGroups: 'admin:read',
  ListKeys: 'admin:read',
  ListPricingRules: 'admin:read',
  GetPricingRule: 'admin:read',
  TryPricingRule: 'admin:read',
  ListExchangeRates: 'admin:read',
  ViewPriceHistory: 'admin:read',
  ViewPriceSpread: 'admin:read',
  ViewPricesGiven: 'admin:read',
  ViewSupplierCoverage: 'admin:read',
  ViewLeadTimes: 'admin:read',
  ViewBudgetUse: 'admin:read',
  GetOutbox: 'admin:read',
  ListAudit: 'admin:read',
  // What keeps it running: connectors, matching, identity, the outbox.
  LimitWorkers: 'admin:operate',
  PauseConnector: 'admin:operate',
  LimitRates: 'admin:operate',
  ResumeConnector: 'admin:operate',
  MarkProduct: 'admin:operate',
  UnmarkProduct: 'admin:operate',
  JudgeMatch: 'admin:operate',
  WithdrawVerdicts: 'admin:operate',
  StartRematch: 'admin:operate',
  AddAliases: 'admin:operate',
  RemoveAlias: 'admin:operate',
  MoveAlias: 'admin:operate',
  PutProfile: 'admin:operate',
  ReplayEvent: 'admin:operate',
  ReplayEvents: 'admin:operate',
  // What callers pay, and what they are shown.
  AddVisibilityPolicy: 'admin:pricing',
  UpdateVisibilityPolicy: 'admin:pricing',
  RemoveVisibilityPolicy: 'admin:pricing',
  AddPricingRule: 'admin:pricing',
  PutPricingRule: 'admin:pricing',
  RemovePricingRule: 'admin:pricing',
  AddExchangeRates: 'admin:pricing',
  // Secrets of suppliers, and where they are sent.
  AddCredential: 'admin:credentials',
  RotateCredential: 'admin:credentials',
  DisableCredential: 'admin:credentials',
  EnableCredential: 'admin:credentials',
  PutSupplier: 'admin:credentials',
  // Who calls, and what they may do.
  CreateCustomer: 'admin:keys',
  UpdateCustomer: 'admin:keys',
  PutGroup: 'admin:keys',
  PutMember: 'admin:keys',
  RemoveMember: 'admin:keys',
  CreateKey: 'admin:keys',
  UpdateKey: 'admin:keys',
  RotateKey: 'admin:keys',
  RevokeKey: 'admin:keys',
  EraseCustomer: 'admin:keys',
} as const satisfies Readonly<Record<string, Exclude<AdminScope, 'admin'>>>;

/** The name of an operation for operators. */
export type AdminMethod = keyof typeof scopeOf;

/** The right that an operation needs. */
export const adminScopeOf = (method: AdminMethod): AdminScope => scopeOf[method];
