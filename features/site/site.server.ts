// The next tower (选址): searches of officers, files of places, and the results as files. Decision 0114.
import { covers, levelOf, type Named, withGridName } from '@lookout/domain';
import { invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type RawRoute } from '@lookout/server/serve/context.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import { sendFile } from '@lookout/server/serve/send-file.ts';
import { namedFileOf } from '@lookout/server/serve/uploaded-file.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import { DOCUMENT_MEDIA_TYPES } from '@lookout/server/services/documents/document.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { readPlacesFile } from './server/places-file.ts';
import { sitesDocument } from './server/report.ts';
import { type SiteSearches, startSiteSearches } from './server/searches.ts';
import { type PrintedSites, sitesGeoJson, sitesKml } from './server/site-files.ts';
import { SITE_FILE_SUMMARY } from './server/texts.ts';
import { SITE_FORMATS, siteFilePath } from './site.calls.ts';
import type { SiteQuestion, SiteSearch } from './site.ts';

export const site: ServerFeature<'site'> = {
  open(room) {
    const { fileReader, gazetteer } = room;
    const searches = startSiteSearches(room);
    const named = namer(room);
    return {
      calls: {
        async readSitePlaces(context) {
          if (context.stream === null) throw invalid('file', 'no-file-received');
          const { fileName, bytes } = await namedFileOf(context.stream, context.headers.contentType ?? '');
          const own = accountOf(context).gridNo;
          const { refused: lines, ...read } = await readPlacesFile(fileName, bytes, errandOf(context), {
            fileReader,
            gazetteer: gazetteer(),
            own,
          });
          return { ...read, rejected: lines.map(({ line, error }) => ({ line, ...whyIn(context.language, error) })) };
        },

        async beginSiteSearch(context, { body }) {
          const { gridNo, candidates, ...asked } = body;
          if (!covers(context.scope, gridNo)) throw notFound();
          const level = levelOf(gridNo);
          if (level !== 'county' && level !== 'prefecture') throw invalid('gridNo', 'site-grid-level');
          const { source } = candidates;
          const question = { ...asked, gridNo, source, spacingMetres: source === 'ridges' ? candidates.spacingMetres : null };
          return named(searches.begin(context, question, source === 'places' ? candidates.places : []));
        },

        siteSearch: async (context, { params }) => named(ownSearch(searches, context, params.id)),

        siteSearches: async (context) => ({ rows: searches.of(accountOf(context).accountId).map(named) }),

        async endSiteSearch(context, { params }) {
          ownSearch(searches, context, params.id);
          searches.end(accountOf(context).accountId, params.id);
          return undefined;
        },
      },
      rawRoutes: [fileRoute(room, searches)],
      jobs: [searches],
    };
  },
};

type NamedSearch = Omit<SiteSearch, 'question'> & { readonly question: Named<SiteQuestion> };

const namer =
  ({ grids }: Pick<Room, 'grids'>) =>
  (search: SiteSearch): NamedSearch => ({ ...search, question: withGridName(search.question, grids().nameOf) });

/** @throws Refusal 404 for a search of another account */
function ownSearch(searches: SiteSearches, context: Context, id: string): SiteSearch {
  const found = searches.find(accountOf(context).accountId, id);
  if (found === null) throw notFound();
  return found;
}

/** `GET …/file?id=&format=`: only the officer's own searches. */
const fileRoute = (room: Pick<Room, 'documents' | 'grids'>, searches: SiteSearches): RawRoute => ({
  name: 'site-file',
  method: 'GET',
  path: siteFilePath,
  summary: SITE_FILE_SUMMARY,
  weight: 20,
  permission: { anyOf: ['watch-alarms'] },
  scope: 'none',
  async handle(context, request, reply) {
    const { id = '', format: requested = '' } = request.query as Record<string, string | undefined>;
    const format = SITE_FORMATS.find((one) => one === requested);
    if (format === undefined) throw invalid('format', 'site-file-format');
    const search = namer(room)(ownSearch(searches, context, id));
    if (search.result === null) throw refused('site-not-done');
    const sites: PrintedSites = { question: search.question, result: search.result };
    const document = sitesDocument(sites, context.language, search.requestedAt);
    const name = `${document.title}.${format}`;
    if (format === 'geojson') return sendFile(reply, { name, mediaType: 'application/geo+json', bytes: Buffer.from(sitesGeoJson(sites)) });
    if (format === 'kml')
      return sendFile(reply, {
        name,
        mediaType: 'application/vnd.google-earth.kml+xml',
        bytes: Buffer.from(sitesKml(sites, context.language)),
      });
    const bytes = await room.documents.print(errandOf(context), document, format);
    return sendFile(reply, { name, mediaType: DOCUMENT_MEDIA_TYPES[format], bytes });
  },
});
