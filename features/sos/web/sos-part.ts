import type { GlobePart } from '@lookout/web/globe/part.ts';
import { sosRecords } from '../parts/sos-records.ts';
import { sosDeskEn, sosDeskZh } from './messages.ts';

/** Rangers in distress on the globe, until their SOS is closed; the layer cannot be switched off. */
export const sosMarks: GlobePart = ({ map, globe, services }) => {
  const messages = { zh: sosDeskZh, en: sosDeskEn }[globe.language];
  const layer = map.mountSos(globe);
  const records = services.records(sosRecords);
  const draw = () =>
    layer.set(
      records
        .list()
        .flatMap(({ userId, fullName, gridName, place }) =>
          place === null ? [] : [{ userId, ...place.position, label: messages.raised(fullName, gridName) }],
        ),
    );
  draw();
  return records.subscribe(draw);
};
