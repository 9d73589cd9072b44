// What is known of a fire when a document is begun: its fields are filled with it, and the officer goes on from there.
import { formatTime, type Language } from '@lookout/contract';
import {
  type Alarm,
  DOCUMENT_FIELD_LENGTHS,
  type DocumentField,
  type DocumentFields,
  type FireDocumentKind,
  type GridNo,
  parentOf,
} from '@lookout/domain';
import { areaSquareMetres } from '@lookout/geo';
import type { Room } from '../open.ts';
import { MOST_PLOTS } from './content.ts';
import { situationWords } from './words.ts';

type Needs = Pick<Room, 'store' | 'weather' | 'grids' | 'log'>;

const SQUARE_METRES_PER_HECTARE = 10_000;
const MOST_TASKS = 200;
/** Names that are listed before "and others". */
const MOST_NAMES = 6;
const MOST_ORDERS = 5;
/** Of a written time, down to its minutes. */
const MINUTES = 16;

interface Asked {
  readonly scope: GridNo;
  readonly language: Language;
  /** Default: the grid above the fire's own. */
  readonly receivers?: readonly GridNo[];
}

export async function knownFields(
  room: Needs,
  { scope, language, receivers }: Asked,
  alarm: Alarm,
  kind: FireDocumentKind,
): Promise<DocumentFields> {
  const words = situationWords(language);
  if (kind === 'situation-map') return cut({ title: words.mapTitle(alarm.formattedAddress) });
  const { store, grids } = room;
  const [{ list: plots }, { list: tasks }, orders, weather] = await Promise.all([
    store.plots.list(scope, { fireId: alarm.id }, { limit: MOST_PLOTS }),
    store.tasks.page(scope, { fireId: alarm.id }, { offset: 0, limit: MOST_TASKS }),
    store.fireOrders.ofFire(scope, alarm.id, { limit: MOST_ORDERS }),
    weatherAt(room, alarm),
  ]);
  const above = parentOf(alarm.gridNo);
  const to = receivers ?? (above === null ? [] : [above]);
  const burnt = plots.filter(({ symbol }) => symbol === 'burnt-area');
  const hectares = burnt.reduce((sum, { points }) => sum + areaSquareMetres(points), 0) / SQUARE_METRES_PER_HECTARE;
  const sent = [...new Map(tasks.flatMap(({ members }) => members.map(({ userId, fullName }) => [userId, fullName] as const))).values()];
  const teams = plots.flatMap(({ symbol, name }) => (symbol === 'team' && name !== '' ? [name] : []));
  const standing = orders.filter(({ withdrawal }) => withdrawal === null).toReversed();
  return cut({
    to: to.map((no) => words.to(grids().nameOf(no) ?? no)).join(words.separator),
    place: words.place(alarm.formattedAddress, alarm.position.lng.toFixed(5), alarm.position.lat.toFixed(5)),
    found: words.found(words.source[alarm.facts.kind], formatTime(alarm.observedAt), formatTime(alarm.arrivedAt)),
    weather:
      weather === null
        ? words.noWeather
        : words.weather({ ...weather, observedAt: formatTime(new Date(weather.observedAt)).slice(0, MINUTES) }),
    area: burnt.length === 0 ? words.noArea : words.area(hectares.toFixed(2), burnt.length),
    forces: words.forces(sent.slice(0, MOST_NAMES), sent.length, teams),
    cause: words.noCause,
    measures: standing
      .map((order) =>
        words.order(
          formatTime(order.issuedAt),
          order.receivers.map(({ name }) => name),
          order.content,
        ),
      )
      .join('\n'),
    next: '',
  });
}

/** null: the service has none, or cannot be reached. */
async function weatherAt({ weather, log }: Needs, { position }: Alarm) {
  try {
    const answer = await weather.nowAt(position);
    return answer.ok ? answer.now : null;
  } catch (error) {
    log.warn({ err: error }, 'a document is begun without weather');
    return null;
  }
}

/** No longer than its field; blank ones are left out. */
const cut = (fields: DocumentFields): DocumentFields =>
  Object.fromEntries(
    (Object.entries(fields) as [DocumentField, string][]).flatMap(([name, text]) =>
      text === '' ? [] : [[name, [...text].slice(0, DOCUMENT_FIELD_LENGTHS[name]).join('')]],
    ),
  );
