// A reported burning that was clicked on the map: what was applied for, how it stands, and its review.
import { AimOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { formatDecimal, type LngLat } from '@lookout/geo';
import { Button, Skeleton } from 'antd';
import { useComingBurnings, windowText } from '../../entities/burning/burnings.ts';
import { useBurningMessages } from '../../entities/burning/messages.ts';
import { BurningStateTag, ReviewBurning } from '../../entities/burning/ReviewBurning.tsx';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { marks } from '../../shared/text/marks.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import { useGlobeMessages } from '../messages.ts';
import { Card, Rows } from './Card.tsx';

interface Props {
  readonly id: string;
  readonly onClose: () => void;
  readonly onFly: (place: LngLat) => void;
}

export function BurningCard({ id, onClose, onFly }: Props) {
  const { card } = useGlobeMessages();
  const messages = useBurningMessages();
  const { fields } = messages;
  const list = useComingBurnings();
  const burning = list.data?.find((one) => one.id === id);
  if (!burning)
    return (
      <Card title={messages.title} onClose={onClose}>
        {list.isPending && <Skeleton active title={false} />}
        {list.isError && <LoadFailed error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && <p className="place-card-note">{messages.gone}</p>}
      </Card>
    );
  const { purpose, applicant, phone, position, gridName, gridNo, address, areaHectares, peopleCount, measures } = burning;
  const { reviewedBy, reviewedAt } = burning;
  return (
    <Card title={`${messages.purposes[purpose]} · ${applicant}`} onClose={onClose}>
      <Rows
        rows={[
          [fields.state, <BurningStateTag key="state" burning={burning} />],
          [
            fields.window,
            <span key="window" title={messages.window(formatTime(burning.startsAt), formatTime(burning.endsAt))}>
              {windowText(burning)}
            </span>,
          ],
          [
            fields.phone,
            <a key="phone" href={`tel:${phone}`}>
              {phone}
            </a>,
          ],
          [fields.grid, `${gridName}${marks().brackets(gridNo)}`],
          [fields.address, address],
          [card.place, `${formatDecimal(position.lng)}, ${formatDecimal(position.lat)}`],
          [fields.area, areaHectares],
          [fields.peopleCount, peopleCount],
          [fields.measures, measures],
          ...(reviewedBy === null
            ? []
            : [[fields.review, messages.review.by(reviewedBy, reviewedAt === null ? '' : dayAndMinute(reviewedAt))] as const]),
          ...(burning.reviewNote === null ? [] : [[messages.review.note, burning.reviewNote] as const]),
        ]}
      />
      <div className="place-card-acts">
        <Button icon={<AimOutlined aria-hidden="true" />} onClick={() => onFly(position)}>
          {card.fly}
        </Button>
        <ReviewBurning burning={burning} />
      </div>
    </Card>
  );
}
