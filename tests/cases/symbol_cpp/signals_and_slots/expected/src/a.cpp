class Panel : public QWidget {
public slots:
    void refresh() { repaint(); }
signals:
    void closed();
};
