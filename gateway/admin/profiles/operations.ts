import { z } from '@hono/zod-openapi';
import type { ProfileVersion } from '../../../domain/identity/profile.ts';
import { textOnce } from '../request/list-filters.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { ProfileCases } from './manage.ts';
import {
  profileAnswerSchema,
  profileJson,
  profileOf,
  profileParams,
  profilesSchema,
  profileTrialSchema,
  putProfileSchema,
  trialJson,
  tryProfileSchema,
} from './schema.ts';
import type { ProfileTrialCases } from './try.ts';

const path = '/v1/admin/identity-profiles';

const itemsOf = (versions: readonly ProfileVersion[]) => ({ items: versions.map(profileJson) });

const listQuery = z.object({
  characteristic: textOnce('characteristics have one of which a name or synonym'),
  q: textOnce('name or id'),
});

const { operation } = adminOperationsOf<ProfileCases & ProfileTrialCases>('Identity');

/** What operators do to identity profiles. */
export const profileOperations = [
  operation(({ listProfiles }) => listProfiles, {
    name: 'ListProfiles',
    scope: 'admin:read',
    at: `GET ${path}`,
    operationId: 'listIdentityProfiles',
    summary: 'Identity profiles as they hold',
    query: listQuery,
    answer: profilesSchema,
    answered: 'The profiles, each in the version that holds.',
    decode: ({ query: { characteristic, q } }) => ({ characteristic, text: q }),
    encode: itemsOf,
  }),

  operation(({ getProfile }) => getProfile, {
    name: 'GetProfile',
    scope: 'admin:read',
    at: `GET ${path}/{profile}`,
    operationId: 'getIdentityProfile',
    readsState: ({ params }) => ({ kind: 'identity_profile', id: params.profile }),
    summary: 'The versions of an identity profile',
    params: profileParams,
    answer: profilesSchema,
    answered: 'Its versions, newest first; the first one holds.',
    decode: ({ params }) => ({ profileId: params.profile }),
    encode: itemsOf,
  }),

  operation(({ putProfile }) => putProfile, {
    name: 'PutProfile',
    scope: 'admin:operate',
    at: `PUT ${path}/{profile}`,
    operationId: 'putIdentityProfile',
    summary: 'Store a new version of an identity profile, and decide all offers again',
    params: profileParams,
    body: putProfileSchema,
    answer: profileAnswerSchema,
    answered: 'The version that holds now.',
    conflicts: true,
    decode: ({ params, body: { expected_version, ...profile } }) => ({
      profile: profileOf(params.profile, profile),
      expectedVersion: expected_version,
    }),
    encode: profileJson,
  }),

  operation(({ tryProfile }) => tryProfile, {
    name: 'TryProfile',
    scope: 'admin:read',
    at: `POST ${path}/{profile}/dry-run`,
    operationId: 'tryIdentityProfile',
    summary: 'Which products offers would be, and how many products incomplete, with a draft in force',
    params: profileParams,
    body: tryProfileSchema,
    answer: profileTrialSchema,
    answered: 'Each offer as it is decided at present and under the draft. Nothing is stored.',
    decode: ({ params, body }) => ({ profile: profileOf(params.profile, body.profile), offerIds: body.offer_ids }),
    encode: trialJson,
  }),
];
