// A drawer with a form and its buttons at the top. A click outside does not close it.
import { Button, Drawer, Form, type FormInstance, Space } from 'antd';
import type { ReactNode } from 'react';
import { useSharedMessages } from '../text/messages.ts';

interface Props<F> {
  readonly title: string;
  /** CSS pixels. */
  readonly size: number;
  readonly form: FormInstance<F>;
  readonly initial: Partial<F>;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  /** The label of the button that submits; absent: 保存. */
  readonly submit?: string;
  /** What stands above the form. */
  readonly lead?: ReactNode;
  readonly onSubmit: (typed: F) => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDrawer<F extends object>(props: Props<F>) {
  const { common } = useSharedMessages();
  const { title, size, form, initial, isBusy, isDisabled = false, submit = common.save, lead, onSubmit, onClose, children } = props;
  return (
    <Drawer
      open
      size={size}
      title={title}
      onClose={onClose}
      mask={{ closable: false }}
      extra={
        <Space>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="primary" loading={isBusy} disabled={isDisabled} onClick={() => form.submit()}>
            {submit}
          </Button>
        </Space>
      }
    >
      {lead}
      <Form<F>
        form={form}
        layout="vertical"
        scrollToFirstError
        initialValues={initial}
        aria-label={title}
        onFinish={(typed) => void onSubmit(typed)}
      >
        {children}
      </Form>
    </Drawer>
  );
}
