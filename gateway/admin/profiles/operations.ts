import { createRoute } from '@hono/zod-openapi';
import type { ProfileVersion } from '../../../domain/identity/profile.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import { adminOperation } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import type { EmptyRequest, OfProfile, PutProfile } from '../use-cases.ts';
import { profileJson, profileOf } from './mapping.ts';
import { profileAnswerSchema, profileParams, profilesSchema, putProfileSchema } from './schema.ts';

const path = '/v1/admin/identity-profiles';

const identityOperation = (method: AdminMethod) => ({ ...adminOperation(method), name: `admin.v1.Identity/${method}` });

const itemsOf = (versions: readonly ProfileVersion[]) => ({ items: versions.map(profileJson) });

/** `GET /v1/admin/identity-profiles`. */
export const listProfilesOperation: HttpOperation<EmptyRequest, readonly ProfileVersion[]> = {
  ...identityOperation('ListProfiles'),
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listIdentityProfiles',
    summary: 'Identity profiles as they hold',
    tags: ['Admin'],
    responses: responses('Every profile, in the version that holds.', profilesSchema),
  }),
  decode: () => ({}),
  encode: itemsOf,
};

/** `GET /v1/admin/identity-profiles/{profile}`. */
export const getProfileOperation: HttpOperation<OfProfile, readonly ProfileVersion[]> = {
  ...identityOperation('GetProfile'),
  route: createRoute({
    method: 'get',
    path: `${path}/{profile}`,
    operationId: 'getIdentityProfile',
    summary: 'The versions of an identity profile',
    tags: ['Admin'],
    request: { params: profileParams },
    responses: responses('Its versions, newest first; the first one holds.', profilesSchema, { findsById: true }),
  }),
  decode: ({ req }) => ({ profileId: req.param('profile') ?? '' }),
  encode: itemsOf,
};

/** `PUT /v1/admin/identity-profiles/{profile}`. */
export const putProfileOperation: HttpOperation<PutProfile, ProfileVersion> = {
  ...identityOperation('PutProfile'),
  route: createRoute({
    method: 'put',
    path: `${path}/{profile}`,
    operationId: 'putIdentityProfile',
    summary: 'Store a new version of an identity profile, and decide all offers again',
    tags: ['Admin'],
    request: {
      params: profileParams,
      body: { required: true, content: { 'application/json': { schema: putProfileSchema } } },
    },
    responses: responses('The version that holds now.', profileAnswerSchema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { expected_version, ...body } = validate(putProfileSchema, await readJson(context), 'body');
    return { profile: profileOf(context.req.param('profile') ?? '', body), expectedVersion: expected_version };
  },
  encode: profileJson,
};
