import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointSchemas, endpointSchemas } from '../../contract/endpointSchemas.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { componentSchemas } from './componentSchemas.ts';
import { components } from './components.ts';
import { eventWebhooks } from './eventWebhooks.ts';
import { operation } from './operation.ts';
import { servicePaths } from './servicePaths.ts';
import { tags } from './tags.ts';

/**
 * The description of the API, made from the tables that the routes are mounted from.
 * @param baseUrl where the API is reached; ends in `/v1`.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function openApiDocument(baseUrl: string): Record<string, unknown> {
  const schemas = componentSchemas(endpointSchemas);
  const paths: Record<string, Record<string, unknown>> = {};
  const unpacked = new Set<string>();
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const own: EndpointSchemas = endpointSchemas[name];
    if (own.query) unpacked.add(schemas.nameOf(own.query));
    if (own.body && endpoint.body === 'multipart') unpacked.add(schemas.nameOf(own.body));
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, own, schemas),
    };
  }
  const named = Object.entries(schemas.all).filter(([name]) => !unpacked.has(name));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Identity verification',
      version: 'v1',
      summary: 'Verify that a person is who they say, from a page to a decision.',
      description:
        'JSON in UTF-8, camelCase names. Every key of a resource is present in an answer. Tolerate unknown fields, ' +
        'values and kinds of event. Errors are problem+json (RFC 9457) with a `code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl(baseUrl) }],
    tags,
    paths: { ...paths, ...servicePaths },
    webhooks: eventWebhooks(),
    components: { schemas: Object.fromEntries(named), ...components },
  };
}

/** The address itself; `localhost` means another machine to each reader, so there it is relative to the document. */
function serverUrl(baseUrl: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  return hostname === 'localhost' ? pathname : baseUrl;
}
