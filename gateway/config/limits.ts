import { usualCaps } from '../../domain/callers/customer-caps.ts';
import { addressRanges, type ValuesOf, wholeNumber } from './config-values.ts';

/** Sizes of what is sent. */
export const sizeVariables = {
  MAX_BODY_BYTES: wholeNumber(1_024, 2 ** 30)
    .prefault('4194304')
    .describe('Largest HTTP body and largest gRPC message that is accepted.'),
  MAX_UPLOAD_BYTES: wholeNumber(1_024, 2 ** 30)
    .prefault('20971520')
    .describe('Largest upload of a bill of materials as `multipart/form-data`; documents of over 20 MiB are not read.'),
};

/** What a customer, a key and an address may have and ask for. */
export const limitVariables = {
  CUSTOMER_ESTIMATES: wholeNumber(1, 10_000_000)
    .prefault(String(usualCaps.estimates))
    .describe('Estimates that are kept of one customer; a further one is refused until it deletes some.'),
  CUSTOMER_PENDING_ESTIMATES: wholeNumber(1, 1_000_000)
    .prefault(String(usualCaps.pendingEstimates))
    .describe('Estimates of one customer that wait or are worked on at a time.'),
  CUSTOMER_PENDING_DOCUMENT_MB: wholeNumber(1, 1_000_000)
    .prefault(String(usualCaps.pendingDocumentBytes / 2 ** 20))
    .describe('Documents of one customer that wait to be read, in MiB of all of them together.'),
  CUSTOMER_PENDING_JOBS: wholeNumber(1, 1_000_000)
    .prefault(String(usualCaps.pendingJobs))
    .describe('Enrichment jobs of one customer that have not ended.'),
  SUPPLIER_REFRESH_COOLDOWN_MS: wholeNumber(0, 86_400_000)
    .prefault('300000')
    .describe(
      'From one refresh of a whole supplier to the next that may be asked for, by whomever. A request joins one that is under way; 0: none is refused.',
    ),
  KEY_REQUESTS_PER_SECOND: wholeNumber(1, 1_000_000)
    .prefault('10000')
    .describe('Requests a second of one key in the long run, at each process, where the key has no limit of its own.'),
  KEY_BURST: wholeNumber(1, 1_000_000)
    .optional()
    .describe('Requests of one key at once. Left out: as many as in a second.'),
  KEY_REQUESTS_PER_DAY: wholeNumber(1, 1_000_000_000_000)
    .optional()
    .describe('Requests of one key in a day in UTC, at all processes together. Left out: any number.'),
  KEY_MESSAGES_PER_REQUEST: wholeNumber(1, 10_000)
    .prefault('10')
    .describe(
      'Messages of a stream of requests, `BulkCalculatePrice`, that count as one request of its key. 1: each counts as much as a call.',
    ),
  KEY_STREAMS: wholeNumber(1, 100_000)
    .prefault('100')
    .describe('Streams of one key that are open at a time, at each process.'),
  AUTH_FAILURES_PER_MINUTE: wholeNumber(1, 1_000_000)
    .prefault('60')
    .describe(
      'Failed authentications of one address in a minute, at each process and at both ports. Beyond that, keys that are not known are refused before they are looked up.',
    ),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 10_000)
    .prefault('2000')
    .describe('Connections of one address at a time, at each port; `TRUSTED_PROXIES` may have any number.'),
  TRUSTED_PROXIES: addressRanges()
    .optional()
    .describe(
      'Addresses and ranges (`10.0.0.0/8,fd00::/8`) of proxies in front of both ports, whose `x-forwarded-for` tells the address of a caller. Left out: none; all callers behind a proxy are one address.',
    ),
};

/** Limits as their variables have them. */
export const limitSettings = (given: ValuesOf<typeof sizeVariables & typeof limitVariables>) => ({
  maxBodyBytes: given.MAX_BODY_BYTES,
  maxUploadBytes: given.MAX_UPLOAD_BYTES,
  customerCaps: {
    pendingJobs: given.CUSTOMER_PENDING_JOBS,
    pendingEstimates: given.CUSTOMER_PENDING_ESTIMATES,
    pendingDocumentBytes: given.CUSTOMER_PENDING_DOCUMENT_MB * 2 ** 20,
    estimates: given.CUSTOMER_ESTIMATES,
  },
  supplierCoolDownMs: given.SUPPLIER_REFRESH_COOLDOWN_MS,
  keyLimits: {
    requestsPerSecond: given.KEY_REQUESTS_PER_SECOND,
    burst: given.KEY_BURST,
    requestsPerDay: given.KEY_REQUESTS_PER_DAY,
    streams: given.KEY_STREAMS,
  },
  messagesPerRequest: given.KEY_MESSAGES_PER_REQUEST,
  authFailuresPerMinute: given.AUTH_FAILURES_PER_MINUTE,
  connectionsPerAddress: given.CONNECTIONS_PER_ADDRESS,
  trustedProxies: given.TRUSTED_PROXIES ?? [],
});
