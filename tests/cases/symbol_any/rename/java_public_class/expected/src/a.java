public class Page {}
