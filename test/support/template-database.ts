/** The name of the migrated database that every test database is copied from. */
export const templateDatabase = 'offerstream_template';

/** The URL of another database of the same server. */
export const databaseUrl = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};
