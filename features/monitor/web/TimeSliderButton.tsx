// 时间轴: shows the map and its lists over the last days, as a replay that opens at the present with the view and the panels of this desk.
import { HistoryOutlined } from '@ant-design/icons';
import { replayUntilNow } from '@lookout/web/shared/replay-window.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { useNavigate } from 'react-router';
import { useMessages } from './messages.ts';

export function TimeSliderButton() {
  const { timeSlider } = useMessages();
  const { now, replay } = useServices();
  const navigate = useNavigate();
  // A replay already has a slider.
  if (replay !== null) return null;
  return (
    // The camera is read from the address at the click, because the address follows the camera without a React render.
    <button type="button" title={timeSlider.hint} onClick={() => void navigate(replayUntilNow(location.search, now()))}>
      <span className="line">
        <HistoryOutlined aria-hidden="true" /> {timeSlider.name}
      </span>
    </button>
  );
}
