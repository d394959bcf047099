/**
 * A configuration value that the service cannot start with. The message is one line and holds no
 * value.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
