/** A value that the service cannot start with. The message is one line for whoever starts it and holds no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
