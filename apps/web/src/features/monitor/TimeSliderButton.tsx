// 时间轴: shows the map and its lists over the last days, as a replay that opens at the present with the view and the panels of this desk.
import { HistoryOutlined } from '@ant-design/icons';
import { useNavigate } from 'react-router';
import { replayUntilNow } from '../../shared/replay-window.ts';
import { useServices } from '../../shared/services.ts';
import { useMessages } from './messages.ts';

export function TimeSliderButton() {
  const { timeSlider } = useMessages();
  const { now, replay } = useServices();
  const navigate = useNavigate();
  // A replay has its slider already.
  if (replay !== null) return null;
  return (
    // The camera is in the address, which follows it without React.
    <button type="button" title={timeSlider.hint} onClick={() => void navigate(replayUntilNow(location.search, now()))}>
      <span className="line">
        <HistoryOutlined aria-hidden="true" /> {timeSlider.name}
      </span>
    </button>
  );
}
