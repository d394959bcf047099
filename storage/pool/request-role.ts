/** The role that statements for requests run as; made by migration 35. */
export const requestRole = 'offerstream_request';
