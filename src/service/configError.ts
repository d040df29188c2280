/** A setting or its surroundings are wrong; the message is one sentence for whoever starts the service. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
