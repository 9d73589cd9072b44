// 哪些摄像头看得见 of any place of the map: the place, and the towers that see it.
import { formatDecimal, type LngLat } from '@lookout/geo';
import { SeeingTowers } from '../SeeingTowers.tsx';
import './locating.css';

export const Onlookers = ({ place }: { readonly place: LngLat }) => (
  <section className="located">
    <p className="located-note tabular">
      {formatDecimal(place.lng)}, {formatDecimal(place.lat)}
    </p>
    <SeeingTowers place={place} />
  </section>
);
