// The end of a form: why the last request failed, and the buttons.
import { Alert, Button, type ButtonProps } from 'antd';
import { useSharedMessages } from '../text/messages.ts';
import type { Sending } from './use-send.ts';

export interface FormButtonsProps {
  readonly sending: Pick<Sending, 'isBusy' | 'isResting' | 'failed'>;
  /** More about the failure, for example a colleague's change. */
  readonly failedMore?: string | null;
  /** The label of the button that submits. */
  readonly submit: string;
  /** Its look, if it is not the usual one. */
  readonly look?: Pick<ButtonProps, 'type' | 'danger'>;
  readonly size?: 'small' | 'middle';
  readonly isDisabled?: boolean;
  /** The label of the button that closes the form; absent: 取消. */
  readonly cancel?: string;
  readonly onCancel: () => void;
}

const USUAL_LOOK = { type: 'primary' } as const;

export function FormButtons(props: FormButtonsProps) {
  const { common } = useSharedMessages();
  const { sending, failedMore, submit, look = USUAL_LOOK, size = 'middle', isDisabled = false, cancel = common.cancel, onCancel } = props;
  const { isBusy, isResting, failed } = sending;
  return (
    <>
      {failed !== null && <Alert type="error" showIcon role="alert" title={failed} description={failedMore} />}
      <div className="form-buttons">
        <Button size={size} onClick={onCancel}>
          {cancel}
        </Button>
        <Button size={size} {...look} htmlType="submit" disabled={isResting || isDisabled} aria-busy={isBusy}>
          {submit}
        </Button>
      </div>
    </>
  );
}
