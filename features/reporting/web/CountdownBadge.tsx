// 报送倒计时, in the header of every page: the nearest deadline of this desk and how many reports it owes; otherwise how many it has to read.
// Next to it 督办: the late reports of grids below.
import { AlertOutlined, FieldTimeOutlined } from '@ant-design/icons';
import { useNow, useRight } from '@lookout/web/shared/services.ts';
import { Link } from 'react-router';
import { useReportingMessages } from './messages.ts';
import { minutesTo, useOversight, useOwnReports } from './own-reports.ts';
import './reporting.css';

/** Within this many minutes of the deadline it is marked as near. */
const NEAR_MINUTES = 5;

export function CountdownBadge() {
  return (
    <>
      <Countdown />
      <OversightBadge />
    </>
  );
}

/** What the grids below owe and have not done in time; renders nothing if there is none. */
function OversightBadge() {
  const { badge } = useReportingMessages();
  const mayWatch = useRight('watch-alarms');
  const { reports, fires } = useOversight();
  const count = reports.length + fires.length;
  if (!mayWatch || count === 0) return null;
  return (
    <Link
      to="/reporting?tab=oversight"
      className="header-button line reporting-badge tabular"
      data-state="late"
      title={badge.oversightTitle(reports.length, fires.length)}
    >
      <AlertOutlined aria-hidden="true" /> <span className="cut">{badge.oversight(count)}</span>
    </Link>
  );
}

function Countdown() {
  const { badge } = useReportingMessages();
  const mayWatch = useRight('watch-alarms');
  const now = useNow();
  const { toSend, toRead } = useOwnReports();
  const [nearest] = toSend;
  if (!mayWatch || (nearest === undefined && toRead.length === 0)) return null;
  const clock = nearest && minutesTo(nearest.dueAt, now);
  const state = clock === undefined ? 'read' : clock.isLate ? 'late' : clock.minutes < NEAR_MINUTES ? 'near' : 'due';
  const text = clock === undefined ? badge.toRead(toRead.length) : badge[clock.isLate ? 'late' : 'left'](clock.minutes, toSend.length);
  return (
    <Link to="/reporting" className="header-button line reporting-badge tabular" data-state={state}>
      <FieldTimeOutlined aria-hidden="true" /> <span className="cut">{text}</span>
    </Link>
  );
}
